import Testing
import VitrailDrawList
import VitrailScene

@testable import VitrailTessellation

@Suite("Groups → draws")
struct GroupTessellatorTests {
    private let size = PixelSize(width: 100, height: 80)

    private func list(_ marks: [Mark]) -> DrawList {
        tessellate(Scene(size: size, layers: [Layer(.overlay, marks: marks)]))
    }

    private func box(_ x: Float, _ group: FadedGroup?) -> Mark {
        var mark = Mark(
            .rects(RectBatch(items: [.init(rect: PlotRect(minX: x, minY: 10, maxX: x + 10, maxY: 20), fill: .black)])))
        mark.group = group
        return mark
    }

    @Test("a group is drawn on a layer that is cleared where it is drawn on, and painted with its opacity")
    func layer() {
        let group = FadedGroup(id: 3, opacity: 0.25)
        let list = list([box(0, nil), box(20, group), box(40, group), box(60, nil)])
        let touched = PixelRect(x: 20, y: 10, width: 30, height: 10)
        var targets: [String] = []
        for command in list.commands {
            switch command {
            case .target(let target, let clear):
                targets.append(target.rawValue)
                #expect(clear == (target == .layer ? touched : nil))
            case .draw(let draw): targets.append(draw.program.rawValue)
            case .hook: break
            }
        }
        #expect(targets == ["fill", "layer", "fill", "canvas", "resolve_group", "fill"])
        let resolve = list.draws[at: 2]
        #expect(
            resolve?.uniforms.shape.x == 0.25 && resolve?.scissor == touched
                && resolve?.textures == [.target(.layer, 0)])
    }

    @Test("a group ends with its layer; one that nothing is seen of makes no commands; hooks are in none")
    func ends() {
        let group = FadedGroup(id: 0, opacity: 0.5)
        let scene = Scene(
            size: size, layers: [Layer(.underlay, marks: [box(0, group)]), Layer(.overlay, marks: [box(20, group)])])
        #expect(tessellate(scene).draws.map(\.program) == [.fill, .resolveGroup, .fill, .resolveGroup])
        #expect(list([box(500, group)]).commands.isEmpty)
        #expect(list([box(0, FadedGroup(id: 0, opacity: 0))]).commands.isEmpty)
        var hook = Mark(.hook(Hook(token: 1)))
        hook.group = group
        let hooked = list([box(0, group), hook, box(20, group)])
        #expect(hooked.draws.map(\.program) == [.fill, .resolveGroup, .fill, .resolveGroup])
        guard case .hook = hooked.commands[at: 4] else {
            Issue.record("\(hooked)")
            return
        }
    }
}
