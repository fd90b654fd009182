import VitrailColumns

/// Seconds since 1970 of a date such as 2024-03-31T02:00:00+01:00.
func seconds(_ text: String) -> Double { CellDate.parse(text) ?? .nan }
