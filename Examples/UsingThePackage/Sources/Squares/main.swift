import Vitrail

let chart = Chart(width: 800, height: 400, title: "Squares") {
    LineSeries(y: [0, 1, 4, 9, 16], title: "x²")
}
try await chart.write(to: "squares.png")
