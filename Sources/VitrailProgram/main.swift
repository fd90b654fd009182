import VitrailCLI

await Entry.main()
