import { describe, expect, it } from "vitest";
import { parseFile } from "./parse.ts";

const parsed = (name: string, text: string) => parseFile(name, new TextEncoder().encode(text));
/** `list: artist / title / seconds`, or the problem. */
const read = (name: string, text: string) => {
  const found = parsed(name, text);
  if ("problem" in found) return found.problem;
  return found.lists.flatMap((list) =>
    list.rows.map(({ title, artist, durationSeconds = "" }) =>
      `${list.name}: ${artist} / ${title} / ${durationSeconds}`
    )
  );
};
const TWO = ["Mix: Wizkid / Essence / 248", "Mix: Burna Boy / Last Last / 172"];
const TWO_WITHOUT_LENGTH = ["Mix: Wizkid / Essence / ", "Mix: Burna Boy / Last Last / "];

/** What Exportify writes below its heads, which it writes in the language of the browser. */
const exportify = (heads: string) =>
  `${heads}
"spotify:track:5FG7Tl93LdH117jEKYl3Cm","Essence","spotify:artist:3tVQdUvClmAT7URs9V3rsp","Wizkid","spotify:album:2","Made in Lagos","2020-10-30","248000","65","QMFME2034567","","2021-08-01T10:00:00Z"
"spotify:track:7kWUHpQcdYbJqGtcYIhHVt","Last Last","spotify:artist:3wcj11K77LjEY1PkEazffa","Burna Boy","spotify:album:3","Love, Damini","2022-07-08","172000","80","USAT22203456","","2022-08-01T10:00:00Z"
`;

describe("tables", () => {
  it.each([
    ['"Track URI","Track Name","Artist URI(s)","Artist Name(s)","Album URI","Album Name","Album Release Date","Track Duration (ms)","Popularity","ISRC","Added By","Added At"'],
    ['"URI da faixa","Nome da faixa","URI(s) do artista","Nome(s) do artista","URI do álbum","Nome do álbum","Data de lançamento do álbum","Duração da faixa (ms)","Popularidade","ISRC","Adicionado por","Adicionado em"'],
    ['"URI de la canción","Nombre de la canción","URI(s) del artista","Nombre(s) del artista","URI del álbum","Nombre del álbum","Fecha de lanzamiento del álbum","Duración de la canción (ms)","Popularidad","ISRC","Añadido por","Añadido en"'],
    ['"URI du titre","Nom du titre","URI(s) de l\'artiste","Nom(s) de l\'artiste","URI de l\'album","Nom de l\'album","Date de sortie de l\'album","Durée du titre (ms)","Popularité","ISRC","Ajouté par","Ajouté le"'],
    ['"Track-URI","Track-Name","Künstler-URI(s)","Künstlername(n)","Album-URI","Album-Name","Veröffentlichungsdatum des Albums","Track-Dauer (ms)","Beliebtheit","ISRC","Hinzugefügt von","Hinzugefügt am"'],
    ['"Nummer URI","Nummernaam","Artiest-URI","Naam van artiest","Album-URI","Naam van album","Releasedatum van het album","Nummerduur (ms)","Populariteit","ISRC","Toegevoegd door","Toegevoegd op"'],
    ['"Låtens URI","Låtens namn","Artistens URI","Artistens namn","Albumets URI","Albumets namn","Albumets releasedatum","Låtlängd (ms)","Popularitet","ISRC","Tillagd av","Tillagd vid"'],
    ['"Parça URI","Parça Adı","Sanatçı URI","Sanatçı Adı","Albüm URI","Albüm Adı","Albüm Çıkış Tarihi","Parça Süresi (ms)","Popülerlik","ISRC","Ekleyen","Eklenme Tarihi"'],
    ['"URI κομματιού","Όνομα κομματιού","URI καλλιτέχνη/ων","Όνομα/τα καλλιτέχνη","URI άλμπουμ","Όνομα άλμπουμ","Ημερομηνία κυκλοφορίας","Διάρκεια κομματιού (ms)","Δημοτικότητα","ISRC","Προστέθηκε από","Προστέθηκε στις"'],
    ['"トラックURI","トラック名","アーティストURI","アーティスト名","アルバムURI","アルバム名","アルバム発売日","トラックの長さ（ミリ秒）","人気度","ISRC","追加者","追加日時"'],
    ['"رابط الأغنية (URI)","اسم الأغنية","روابط الفنانين (URI)","أسماء الفنانين","رابط الألبوم (URI)","اسم الألبوم","تاريخ إصدار الألبوم","مدة الأغنية (بالمللي ثانية)","الشعبية","ISRC","أضيف بواسطة","أضيف في"'],
    // Languages that no list of words has.
    ['"q1","q2","q3","q4","q5","q6","q7","q8","q9","q10","q11","q12"'],
  ])("of Exportify are read under the heads %s", (heads) => {
    expect(read("Mix.csv", exportify(heads))).toEqual(TWO);
  });

  it("of one song in a language that it does not know give that song", () => {
    expect(
      read(
        "Mix.csv",
        exportify('"q1","q2","q3","q4","q5","q6","q7","q8","q9","q10","q11","q12"').split("\n").slice(0, 2).join("\n"),
      ),
    ).toEqual(TWO.slice(0, 1));
  });

  it("of several lists stay several", () => {
    const csv = `Track name,Artist name,Album,Playlist name,Type,ISRC,Apple - id
Essence,Wizkid,Made in Lagos,Owambe,Playlist,QMFME2034567,1532458
Last Last,Burna Boy,"Love, Damini",Gym,Playlist,USAT22203456,1627344
Calm Down,Rema,Rave & Roses,Owambe,Playlist,GBUM72200001,1615344
Loved,Tems,,,Favorite,,
`;
    expect(read("My Spotify Library.csv", csv)).toEqual([
      ...["Owambe: Wizkid / Essence / ", "Owambe: Rema / Calm Down / ", "Gym: Burna Boy / Last Last / "],
      "My Spotify Library: Tems / Loved / ",
    ]);
    const heads =
      "Título;Artista;Álbum;Lista de reproducción\nEssence;Wizkid;Made in Lagos;Uno\nLast Last;Burna Boy;x;Dos\n";
    expect(read("a.csv", heads)).toEqual(["Uno: Wizkid / Essence / ", "Dos: Burna Boy / Last Last / "]);
  });

  it.each([
    ["Soundiiz", "title;artist;album;isrc\nEssence;Wizkid;Made in Lagos;QMFME2034567\nLast Last;Burna Boy;Love;\n"],
    ["artist first", "Künstler;Titel\nWizkid;Essence\nBurna Boy;Last Last\n"],
    ["camel case", "trackName,artistName,albumName\nEssence,Wizkid,x\nLast Last,Burna Boy,y\n"],
    ["underscores", "artist_name\ttrack_name\nWizkid\tEssence\nBurna Boy\tLast Last\n"],
    [
      "Excel's note, quotes everywhere",
      'sep=;\r\n"Title";"Artist"\r\n"Essence";"Wizkid"\r\n"Last Last";"Burna Boy"\r\n',
    ],
    ["a line above them", "My Library\nIndex,Title,Artist\n1,Essence,Wizkid\n2,Last Last,Burna Boy\n"],
    ["one name that it knows", "Xyz;Előadó\nEssence;Wizkid\nLast Last;Burna Boy\n"],
    ["the times of a long recording", "0:00 Wizkid - Essence\n[1:04:10] Burna Boy - Last Last\n"],
    ["a bar between", "Song|Artist\nEssence|Wizkid\nLast Last|Burna Boy\n"],
    ["heads that come again", "Title,Artist\nEssence,Wizkid\nTitle,Artist\nLast Last,Burna Boy\n"],
    ["no heads", "Essence,Wizkid\nLast Last,Burna Boy\n"],
    ["no heads, with ISRC", "QMFME2034567,Essence,Wizkid\nUSAT22203456,Last Last,Burna Boy\n"],
    ["lines", "Wizkid - Essence\nBurna Boy – Last Last\n"],
    ["numbered lines", "1. Wizkid - Essence\n2. Burna Boy - Last Last\n"],
    ["by", "Essence by Wizkid\nLast Last by Burna Boy\n"],
    ["empty lines first", "\n\nTitle,Artist\nEssence,Wizkid\n\nLast Last,Burna Boy\n"],
  ])("with %s are read", (_, text) => expect(read("Mix.csv", text)).toEqual(TWO_WITHOUT_LENGTH));

  it("of iTunes, as text, have their seconds", () => {
    const heads =
      "Name\tArtist\tComposer\tAlbum\tGrouping\tGenre\tSize\tTime\tTrack Number\tYear\tDate Added\tBit Rate\tKind";
    const rows = [
      "Essence\tWizkid\t\tMade in Lagos\t\tAfro\t9000000\t248\t1\t2020\t8/1/21, 10:00\t256\tAAC",
      "Last Last\tBurna Boy\t\tLove\t\tAfro\t900000\t172\t2\t2022\t8/1/22, 10:00\t256\tAAC",
    ];
    expect(read("Mix.txt", `${heads}\r${rows.join("\r")}\r`)).toEqual(TWO);
    expect(
      read(
        "Mix.txt",
        `Nom\tArtiste\tCompositeur\tAlbum\tDurée\n${
          rows.map((row) => row.split("\t")).map((cells) => [cells[0], cells[1], "", cells[3], cells[7]].join("\t"))
            .join("\n")
        }`,
      ),
    ).toEqual(TWO);
  });

  it("may have no title but a number", () => {
    expect(read("a.csv", "Title,Artist\n22,Tems\n")).toEqual(["a: Tems / 22 / "]);
    expect(read("a.csv", "Artist,Track Number,Track\nTems,3,1999\n")).toEqual(["a: Tems / 1999 / "]);
  });

  it("of Last.fm, without heads, have the title last", () => {
    const csv =
      "Wizkid,MIL,Essence,22 Nov 2026 18:30\nWizkid,MIL,Blessed,22 Nov 2026 18:34\nTems,If,Free Mind,22 Nov 2026 18:40\n";
    expect(read("a.csv", csv)).toEqual(["a: Wizkid / Essence / ", "a: Wizkid / Blessed / ", "a: Tems / Free Mind / "]);
    expect(read("a.csv", "Wizkid,MIL,Essence,22 Nov 2026 18:30\nTems,If,Free Mind,22 Nov 2026 18:40\n")).toEqual([
      "a: Wizkid / Essence / ",
      "a: Tems / Free Mind / ",
    ]);
  });

  it("without heads have the titles where fewer repeat, in either order", () => {
    const songs = [["Wizkid", "Essence"], ["Wizkid", "Ojuelegba"], ["Tems", "Free Mind"]];
    const expected = songs.map(([artist, title]) => `a: ${artist} / ${title} / `);
    expect(read("a.txt", songs.map((song) => song.join("\t")).join("\n"))).toEqual(expected);
    expect(read("a.txt", songs.map((song) => song.toReversed().join("\t")).join("\n"))).toEqual(expected);
    expect(read("a.txt", songs.map((song) => song.join(" - ")).join("\n"))).toEqual(expected);
    expect(read("a.txt", songs.map((song) => song.toReversed().join(" - ")).join("\n"))).toEqual(expected);
  });
});

describe("playlists of players", () => {
  it("in M3U have attributes as tools for television write them", () => {
    const m3u = `#EXTM3U x-tvg-url="http://x"
#EXTINF:-1 tvg-id="1" tvg-name="a,b" group-title="Afro, new",Burna Boy - Last Last
http://x/1
#EXTINF:248 tvg-name="12" mix" tvg-logo=http://x/a.png,Wizkid - Essence
http://x/2
#EXTINF:-1 group-title="",Tems - Free Mind, live
http://x/3
#EXTINF:61.5, Rema - Calm "Down", x
http://x/4
#EXTINF:-1 tvg-name="open,Ayra Starr - Rush
http://x/5
#EXTINF:-1 tvg-id='a' group-title='b',Asake - Joha
http://x/6
#EXTINF:99
/music/Omah Lay - Soso.mp3
`;
    expect(read("a.m3u", m3u)).toEqual([
      ...["a: Burna Boy / Last Last / ", "a: Wizkid / Essence / 248", "a: Tems / Free Mind, live / "],
      ...['a: Rema / Calm "Down", x / 62', "a: Ayra Starr / Rush / ", "a: Asake / Joha / ", "a: Omah Lay / Soso / 99"],
    ]);
  });

  it("of Apple Music, whose lists have the title first, are read so", () => {
    const m3u = ["Essence - Wizkid", "Ojuelegba - Remix - Wizkid", "Free Mind - Tems"].map((words) =>
      `#EXTINF:180,${words}\nx.m4a`
    );
    expect(read("a.m3u8", `#EXTM3U\r${m3u.join("\r").replaceAll("\n", "\r")}`)).toEqual([
      ...["a: Wizkid / Essence / 180", "a: Wizkid / Ojuelegba - Remix / 180", "a: Tems / Free Mind / 180"],
    ]);
  });

  it("in M3U have their names, and stay several", () => {
    const m3u = "#EXTM3U\n#PLAYLIST:Owambe\n#EXTINF:1,A - B\nx\n#PLAYLIST:Gym\n#EXTINF:1,C - D\ny\n";
    expect(read("a.m3u", m3u)).toEqual(["Owambe: A / B / 1", "Gym: C / D / 1"]);
  });

  it("in PLS are read", () => {
    const pls =
      "[playlist]\nFile1=/m/x.mp3\nTitle1=Wizkid - Essence\nLength1=248\nFile2=/m/Burna%20Boy - Last Last.mp3\nLength2=-1\nNumberOfEntries=2\nVersion=2\n";
    expect(read("Mix.pls", pls)).toEqual([TWO[0], "Mix: Burna Boy / Last Last / "]);
  });

  it("in XSPF are read", () => {
    const xspf = `<?xml version="1.0" encoding="UTF-8"?>
<playlist xmlns="http://xspf.org/ns/0/" xmlns:vlc="http://www.videolan.org/vlc/playlist/ns/0/" version="1">
  <title>Owambe &amp; more</title>
  <trackList>
    <track><location>file:///m/1.mp3</location><title>Essence</title><creator>Wizkid</creator><duration>248000</duration>
      <extension application="http://www.videolan.org/vlc/playlist/0"><vlc:id>0</vlc:id></extension></track>
    <track><location>file:///m/Burna%20Boy%20-%20Last%20Last.mp3</location></track>
    <track><title><![CDATA[Tems - Free Mind]]></title></track>
  </trackList>
</playlist>`;
    expect(read("a.xspf", xspf)).toEqual([
      ...[
        "Owambe & more: Wizkid / Essence / 248",
        "Owambe & more: Burna Boy / Last Last / ",
        "Owambe & more: Tems / Free Mind / ",
      ],
    ]);
  });

  const track = (id: number, name: string, artist: string, more = "") =>
    `<key>${id}</key><dict><key>Track ID</key><integer>${id}</integer><key>Name</key><string>${name}</string>` +
    `<key>Artist</key><string>${artist}</string><key>Total Time</key><integer>${id * 1_000}</integer>${more}</dict>`;
  const list = (name: string, ids: number[], more = "") =>
    `<dict>${more}<key>Name</key><string>${name}</string><key>Playlist Items</key><array>${
      ids.map((id) => `<dict><key>Track ID</key><integer>${id}</integer></dict>`).join("")
    }</array></dict>`;
  const library = (lists: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>Major Version</key><integer>1</integer><key>Tracks</key><dict>
${track(248, "Essence", "Wizkid")}${track(172, "Last Last", "Burna &amp; Boy")}${
      track(90, "Talk", "Ada", "<key>Podcast</key><true/>")
    }${track(61, "Alone", "Rema")}
</dict><key>Playlists</key><array>${lists}</array></dict></plist>`;

  it("of iTunes stay several, and songs of none come as well", () => {
    const master = list("Library", [248, 172, 90, 61], "<key>Master</key><true/>");
    const music = list("Music", [248, 172], "<key>Distinguished Kind</key><integer>4</integer>");
    const xml = library(master + music + list("Owambe", [172, 248]) + list("Gym", [248]) + list("Empty", []));
    expect(read("Library.xml", xml)).toEqual([
      ...["Owambe: Burna & Boy / Last Last / 172", "Owambe: Wizkid / Essence / 248", "Gym: Wizkid / Essence / 248"],
      "Library: Rema / Alone / 61",
    ]);
    expect(read("Library.xml", library(master))).toHaveLength(3);
  });
});

describe("JSON", () => {
  const songs = [{ trackName: "Essence", artistName: "Wizkid", msPlayed: 1 }, {
    trackName: "Last Last",
    artistName: "Burna Boy",
  }];
  it.each([
    ["JSPF", {
      playlist: { title: "Mix", track: songs.map((one) => ({ title: one.trackName, creator: one.artistName })) },
    }],
    ["a Spotify account's history", songs],
    [
      "its longer history",
      songs.map(({ trackName, artistName }) => ({
        master_metadata_track_name: trackName,
        master_metadata_album_artist_name: artistName,
      })),
    ],
    ["Spotify's answers", {
      tracks: {
        items: songs.map(({ trackName, artistName }) => ({
          track: { name: trackName, artists: [{ name: artistName }] },
        })),
      },
    }],
    [
      "Apple Music's data",
      songs.map(({ trackName, artistName }) => ({ Title: trackName, Artist: artistName, Album: "x" })),
    ],
    ["others", { songs: songs.map(({ trackName, artistName }) => ({ title: trackName, artist: artistName })) }],
    ["files of one's own among Spotify's", {
      playlists: [{
        name: "Mix",
        items: [{ track: null, localTrack: { uri: "spotify:local:Wizkid::Essence:0" } }, { track: songs[1] }],
      }],
    }],
  ])("of %s is read", (_, value) => expect(read("Mix.json", JSON.stringify(value))).toEqual(TWO_WITHOUT_LENGTH));

  it("of a Spotify library has its songs, and none that are banned", () => {
    const value = {
      tracks: [{ artist: "Wizkid", album: "x", track: "Essence", uri: "x" }],
      albums: [{ artist: "A", album: "B" }],
      bannedTracks: [{ artist: "X", track: "Y" }],
    };
    expect(read("YourLibrary.json", JSON.stringify(value))).toEqual(["Liked on Spotify: Wizkid / Essence / "]);
  });
});

describe("a file of another kind is refused in words:", () => {
  const prose =
    "Dear Ada,\nthank you for the music, the food, and the long talk.\nWe will come again, perhaps in May.\n";
  it.each([
    [
      "contacts.csv",
      "First Name,Last Name,Email\nAda,Obi,ada@orin.example\nNgozi,Eze,n@orin.example\n",
      /No column with titles/,
    ],
    [
      "bank.csv",
      "Date,Description,Amount\n2026-01-01,Rent,500.00\n2026-01-02,Food,20.00\n",
      /No column with titles was found. This table has “Date”, “Description”, “Amount”/,
    ],
    ["shop.csv", "Product,Price\nSoap,₦500\nRice,₦9000\n", /No column with titles/],
    ["books.csv", "Title,Author,ISBN\nThings Fall Apart,Chinua Achebe,9780435905255\n", /No column with artists/],
    ["people.txt", "Ada Obi\tada@orin.example\nNgozi Eze\tn@orin.example\n", /no list of songs/],
    ["letter.txt", prose, /no list of songs/],
    ["short letter.txt", "Dear Ada,\nWe were in Jos, and it rained.\nYours, Olu\n", /no list of songs/],
    ["service.log", "2026-11-28 INFO - started\n2026-11-28 INFO - ready\n", /no list of songs/],
    ["log.txt", "2026-11-28 10:00 INFO - started\n2026-11-28 10:01 INFO - ready\n", /no list of songs/],
    ["words.txt", "one\ntwo\nthree\n", /no list of songs/],
    [
      "links.txt",
      "https://open.spotify.com/track/5FG7Tl93LdH117jEKYl3Cm\nhttps://open.spotify.com/track/7kWUHpQcdYbJqGtcYIhHVt\n",
      /no list of songs/,
    ],
    ["rules.nsp", '/* recent */\n{"all": [{"is": {"loved": true}}], "sort": "-lastPlayed"}', /program's text/],
    [
      "rules.nsp",
      '{"name": "Recent", "all": [{"inTheLast": {"lastPlayed": 30}}], "sort": "-lastPlayed"}',
      /no list of songs/,
    ],
    ["package.json", '{"name": "orin", "version": "1"}', /no list of songs/],
    ["users.json", '[{"name": "Ada", "email": "a@orin.example"}]', /no list of songs/],
    ["a.json", '{"playlists": [', /broken/],
    ["page.html", "<!doctype html><title>Songs</title>", /a web page/],
    ["page.xml", '<?xml version="1.0"?><rss version="2.0"><channel/></rss>', /a news feed/],
    ["a.wpl", '<?wpl version="1.0"?><smil><body/></smil>', /a Windows Media playlist/],
    ["a.xml", "<invoice><total>5</total></invoice>", /another kind \(invoice\)/],
    ["a.xspf", '<?xml version="1.0"?><playlist><trackList><track>', /broken/],
    ["a.plist", '<plist version="1.0"><dict><key>A</key><string>B</string></dict></plist>', /no songs/],
    ["a.lrc", "[ar:Wizkid]\n[00:12.00]Say I wanna leave", /lyrics with times/],
    ["a.cue", 'PERFORMER "Wizkid"\nTITLE "Made in Lagos"\nFILE "a.wav" WAVE\n', /a CUE sheet/],
    ["a.srt", "1\n00:00:01,000 --> 00:00:02,000\nHello\n", /subtitles/],
    ["a.vcf", "BEGIN:VCARD\nFN:Ada\nEND:VCARD\n", /contacts/],
    ["live.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10.0,\nseg1.ts\n", /live stream/],
    ["notes.md", "# Songs\n\nEssence, Wizkid\nLast Last, Burna Boy\n", /no list of songs/],
    ["a.ini", "[section]\nkey=value\n", /no list of songs/],
    ["list.pdf", "%PDF-1.7", /a PDF document/],
    ["empty.csv", " \n", /empty/],
  ])("%s", (name, text, words) => {
    const problem = read(name, text);
    expect(problem).toMatch(words);
    expect(problem).toContain("Orin reads CSV, M3U, PLS, XSPF");
  });
});
