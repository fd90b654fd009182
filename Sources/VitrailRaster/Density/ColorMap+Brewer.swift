/// The maps of ColorBrewer, by their names there, by C. Brewer and M. Harrower (Apache License 2.0): sequential maps
/// from pale to dark, then diverging maps; and `turbo` by A. Mikhailov (Apache License 2.0).
extension ColorMap {
    static let brewerNames = brewer.map(\.name)

    /// `nil`: the name is not in `brewerNames`.
    static func brewer(_ name: String) -> ColorMap? {
        brewer.first { $0.name == name }.map { ColorMap(hex: $0.colors) }
    }

    /// All the colours of the rainbow, with steps that look equal.
    public static let turbo = ColorMap(hex: turboColors)

    /// Six hexadecimal digits per colour.
    private static let brewer: [(name: String, colors: String)] = [
        ("Blues", "f7fbffdeebf7c6dbef9ecae16baed64292c62171b508519c08306b"),
        ("BuGn", "f7fcfde5f5f9ccece699d8c966c2a441ae76238b45006d2c00441b"),
        ("BuPu", "f7fcfde0ecf4bfd3e69ebcda8c96c68c6bb188419d810f7c4d004b"),
        ("GnBu", "f7fcf0e0f3dbccebc5a8ddb57bccc44eb3d32b8cbe0868ac084081"),
        ("Greens", "f7fcf5e5f5e0c7e9c0a1d99b74c47641ab5d238b45006d2c00441b"),
        ("Greys", "fffffff0f0f0d9d9d9bdbdbd969696737373525252252525000000"),
        ("Oranges", "fff5ebfee6cefdd0a2fdae6bfd8d3cf16913d94801a636037f2704"),
        ("OrRd", "fff7ecfee8c8fdd49efdbb84fc8d59ef6548d7301fb300007f0000"),
        ("PuBu", "fff7fbece7f2d0d1e6a6bddb74a9cf3690c00570b0045a8d023858"),
        ("PuBuGn", "fff7fbece2f0d0d1e6a6bddb67a9cf3690c002818a016c59014636"),
        ("PuRd", "f7f4f9e7e1efd4b9dac994c7df65b0e7298ace125698004367001f"),
        ("Purples", "fcfbfdefedf5dadaebbcbddc9e9ac8807dba6a51a354278f3f007d"),
        ("RdPu", "fff7f3fde0ddfcc5c0fa9fb5f768a1dd3497ae017e7a017749006a"),
        ("Reds", "fff5f0fee0d2fcbba1fc9272fb6a4aef3b2ccb181da50f1567000d"),
        ("YlGn", "ffffe5f7fcb9d9f0a3addd8e78c67941ab5d238443006837004529"),
        ("YlGnBu", "ffffd9edf8b1c7e9b47fcdbb41b6c41d91c0225ea8253494081d58"),
        ("YlOrBr", "ffffe5fff7bcfee391fec44ffe9929ec7014cc4c02993404662506"),
        ("YlOrRd", "ffffccffeda0fed976feb24cfd8d3cfc4e2ae31a1cbd0026800026"),
        ("BrBG", "5430058c510abf812ddfc27df6e8c3f5f5f5c7eae580cdc135978f01665e003c30"),
        ("PiYG", "8e0152c51b7dde77aef1b6dafde0eff7f7f7e6f5d0b8e1867fbc414d9221276419"),
        ("PRGn", "40004b762a839970abc2a5cfe7d4e8f7f7f7d9f0d3a6dba05aae611b783700441b"),
        ("PuOr", "7f3b08b35806e08214fdb863fee0b6f7f7f7d8daebb2abd28073ac5427882d004b"),
        ("RdBu", "67001fb2182bd6604df4a582fddbc7f7f7f7d1e5f092c5de4393c32166ac053061"),
        ("RdGy", "67001fb2182bd6604df4a582fddbc7ffffffe0e0e0bababa8787874d4d4d1a1a1a"),
        ("RdYlBu", "a50026d73027f46d43fdae61fee090ffffbfe0f3f8abd9e974add14575b4313695"),
        ("RdYlGn", "a50026d73027f46d43fdae61fee08bffffbfd9ef8ba6d96a66bd631a9850006837"),
        ("Spectral", "9e0142d53e4ff46d43fdae61fee08bffffbfe6f598abdda466c2a53288bd5e4fa2"),
    ]

    private static let turboColors = """
        30123b32154333184a341b51351e5836215f37246638276d392a733a2d793b2f803c32863d358b3e38913f3b973f3e9c4040a24143a74146ac\
        4249b1424bb5434eba4451bf4454c34456c74559cb455ccf455ed34661d64664da4666dd4669e0466be3476ee64771e94773eb4776ee4778f0\
        477bf2467df44680f64682f84685fa4687fb458afc458cfd448ffe4391fe4294ff4196ff4099ff3e9bfe3d9efe3ba0fd3aa3fc38a5fb37a8fa\
        35abf833adf731aff52fb2f42eb4f22cb7f02ab9ee28bceb27bee925c0e723c3e422c5e220c7df1fc9dd1ecbda1ccdd81bd0d51ad2d21ad4d0\
        19d5cd18d7ca18d9c818dbc518ddc218dec018e0bd19e2bb19e3b91ae4b61ce6b41de7b21fe9af20eaac22ebaa25eca727eea42aefa12cf09e\
        2ff19b32f29835f39438f4913cf58e3ff68a43f78746f8844af8804ef97d52fa7a55fa7659fb735dfc6f61fc6c65fd6969fd666dfe6271fe5f\
        75fe5c79fe597dff5680ff5384ff5188ff4e8bff4b8fff4992ff4796fe4499fe429cfe409ffd3fa1fd3da4fc3ca7fc3aa9fb39acfb38affa37\
        b1f936b4f836b7f735b9f635bcf534bef434c1f334c3f134c6f034c8ef34cbed34cdec34d0ea34d2e935d4e735d7e535d9e436dbe236dde037\
        dfdf37e1dd37e3db38e5d938e7d739e9d539ebd339ecd13aeecf3aefcd3af1cb3af2c93af4c73af5c53af6c33af7c13af8be39f9bc39faba39\
        fbb838fbb637fcb336fcb136fdae35fdac34fea933fea732fea431fea130fe9e2ffe9b2dfe992cfe962bfe932afe9029fd8d27fd8a26fc8725\
        fc8423fb8122fb7e21fa7b1ff9781ef9751df8721cf76f1af66c19f56918f46617f36315f26014f15d13f05b12ef5811ed5510ec530feb500e\
        ea4e0de84b0ce7490ce5470be4450ae2430ae14109df3f08dd3d08dc3b07da3907d83706d63506d43305d23105d02f05ce2d04cc2b04ca2a04\
        c82803c52603c32503c12302be2102bc2002b91e02b71d02b41b01b21a01af1801ac1701a91601a71401a41301a112019e10019b0f01980e01\
        950d01920b018e0a018b09028808028507028106027e05027a0403
        """
}
