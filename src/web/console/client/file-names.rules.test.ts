import { expect, test } from 'vitest'
import { isSubtitle, languageInName, sizeText } from './file-names.rules.ts'

test.each([
  ['film.zh-Hant.srt', 'zh-Hant'],
  ['film_en.vtt', 'en'],
  ['film.srt', ''],
  ['en.srt', ''],
  ['film.zh-HK.srt', 'zh-HK'],
  ['film.zh_TW.srt', 'zh-TW'],
  ['film.zh-Hant-HK.srt', 'zh-Hant-HK'],
  ['film.pt-BR.srt', 'pt-BR'],
  ['film.en-US.vtt', 'en-US'],
  ['film.es-419.srt', 'es-419'],
  ['film.en.hi.srt', 'en'],
  ['film.en.sdh.srt', 'en'],
  ['film.en [SDH].srt', 'en'],
  ['film.zh-Hant.forced.cc.srt', 'zh-Hant'],
  ['film.hi.srt', ''],
  ['film.cht.srt', 'zh-Hant'],
  ['film.SC.srt', 'zh-Hans'],
  ['film.tw.srt', ''],
  ['film.zh-hant.srt', 'zh-hant'],
  ['film.HK.srt', ''],
  ['film.xx.srt', ''],
  ['film.en-XX.srt', ''],
  ['The Cat.srt', ''],
  ['call_me_no.srt', ''],
  ['Night-Harbour-en.srt', 'en'],
  ['The.Lantern_yue.srt', 'yue'],
  ['film.cat.srt', 'cat'],
  ['The.Cat.srt', ''],
  ['Film.Part.II.srt', ''],
  ['film.ii.srt', 'ii'],
  ['Do.It.srt', ''],
  ['DO.IT.srt', ''],
  ['film.it.srt', 'it'],
  ['film.FR.srt', 'FR'],
  ['Film.En.srt', 'En'],
])('the name %s says the language “%s”', (name, language) => {
  expect([isSubtitle(name), languageInName(name)]).toEqual([true, language])
})

test.each([
  ['The.Cat.srt', 'The.Cat.mp4', ''],
  ['The.Cat.fr.srt', 'The.Cat.mp4', 'fr'],
  ['the.cat_fr.srt', 'The.Cat.mp4', 'fr'],
  ['Other.fr.srt', 'The.Cat.mp4', 'fr'],
])('the name %s of the subtitles of %s says the language “%s”', (name, film, language) => {
  expect(languageInName(name, film)).toBe(language)
})

test.each([
  [1, '1 kB'],
  [2_500_000, '2.5 MB'],
  [96_200_000_000, '96.2 GB'],
])('%d bytes are %s', (bytes, written) => {
  expect(sizeText(bytes)).toBe(written)
})
