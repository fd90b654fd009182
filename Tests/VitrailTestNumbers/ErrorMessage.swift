/// The description of the error that `body` throws; `nil` if it returns.
package func errorMessage<Result, Failure: Error>(_ body: () throws(Failure) -> Result) -> String? {
    do throws(Failure) {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}
