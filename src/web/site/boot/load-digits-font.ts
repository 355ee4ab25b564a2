import address from 'virtual:digits-font'
import { afterFirstPaint } from '#web/kit/idle.ts'
import { firstTitleFont } from '#web/viewer/cards/use-title-font.ts'

/** How long to wait for the font of a title. */
const TITLE_FONT_MS = 2000

/** Loads the font of numerals (Archivo, digits only) after the first paint. Their boxes have fixed sizes, so nothing shifts. */
export function loadDigits(): void {
  if (!address || typeof FontFace !== 'function') return
  afterFirstPaint(() => {
    const face = new FontFace('Archivo Digits', `url(${address})`, {
      weight: '100 900',
      stretch: '62% 125%',
      display: 'swap',
    })
    const loading = face.load()
    // Together with the font of a title, where one is shown: each font that is added makes the browser lay out the whole page again.
    const wait = new Promise((resolve) => setTimeout(resolve, TITLE_FONT_MS))
    void Promise.race([firstTitleFont, wait])
      .then(async () => document.fonts.add(await loading))
      .catch(() => {})
  })
}
