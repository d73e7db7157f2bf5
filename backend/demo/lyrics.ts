import type { LyricsLanguage } from "../contract/lyrics.ts";

/** Words of some of the demo's songs, as LRC or plain text, by the songs' slugs. Written for Orin, like the songs. */
export const DEMO_LYRICS: readonly {
  readonly slug: string;
  readonly language: LyricsLanguage;
  readonly text: string;
}[] = [
  {
    slug: "ojo-ayo",
    language: "yo",
    text: `[00:03.50]Ọjọ́ ayọ̀ lónìí o
[00:07.80]Oòrùn ti yọ, ó mọ́lẹ̀ kedere
[00:12.20]Ẹ jẹ́ ká jó, ẹ jẹ́ ká yọ̀
[00:16.60]Ẹ̀rín ń bẹ ní ẹnu gbogbo wa
[00:21.00]
[00:23.20]Ìyá mi, ẹ wá bá mi jó
[00:27.60]Ọ̀rẹ́ mi, wá gbọ́ orin yìí
[00:32.00]Ohun tó ṣòro ti kọjá lọ
[00:36.40]Ọ̀la yóò dára ju òní lọ
[00:40.80]
[00:43.00]Ọjọ́ ayọ̀, ọjọ́ ayọ̀
[00:47.40]A dúpẹ́ fún ọjọ́ òní`,
  },
  {
    slug: "danfo-love",
    language: "pcm",
    text: `[00:02.50]Yellow bus for Ojuelegba, e don full
[00:06.60]You still find small space make I enter
[00:10.60]Conductor dey shout “Yaba, Yaba, hold your change”
[00:14.70]But na your smile I hold
[00:18.70]Danfo love, no AC, no wahala
[00:22.70]We dey sweat, but my heart dey cool
[00:26.70]If traffic hold us reach night
[00:30.70]I no go ask the driver why
[00:34.80]Drop for the next bus stop? Not me o
[00:38.80]I don pass my junction three times already
[00:42.90]Danfo love, carry us slow
[00:46.90]Anywhere you dey go, na there I dey go`,
  },
  {
    slug: "morning-mercies",
    language: "en-NG",
    text: `[00:03.00]Before the kettle, before the street
[00:07.40]Before the first bus finds its beat
[00:11.80]Mercy was awake, mercy was near
[00:16.20]Counting every one of us who slept in here
[00:20.70]Morning mercies, new on the floor
[00:25.10]Light like water under the door
[00:29.50]What I could not carry, what I could not mend
[00:33.90]Morning took a corner of it, like a friend
[00:38.40]Sing it low for those who wait
[00:42.80]Sing it loud for those who came late
[00:47.20]Morning mercies, here we stand
[00:51.60]Forty voices, one open hand`,
  },
  {
    slug: "coal-city-sunday",
    language: "en-NG",
    text: `Sunday in the Coal City, shoes on the veranda
Grandmother hums what the choir forgot
Rain on the zinc like a slow snare drum
Nobody hurries, the rice is hot

[Chorus]
Hills around us, hold the evening
Hold the laughter, hold the light
Coal City Sunday, do not leave me
Stay for one more song tonight

Uncle tells the story of the midnight train
Every year the whistle is a little more loud
We know all the words and we ask for it again
Coal City Sunday, soft as a cloud`,
  },
  {
    slug: "no-shaking",
    language: "pcm",
    text: `Light don go, generator cough
Neighbour pikin dey laugh say e don off
I carry my torch, I carry my song
No shaking, my people, night no dey long

No shaking, no shaking
Wetin dey bend no dey always break
No shaking, no shaking
Small small we go reach that place`,
  },
];
