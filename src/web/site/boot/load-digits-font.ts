import address from 'virtual:digits-font'
import { afterFirstPaint } from '#web/kit/idle.ts'

/** Loads the font of numerals (Archivo, digits only) after the first paint. Their boxes have fixed sizes, so nothing shifts. */
export function loadDigits(): void {
  if (!address || typeof FontFace !== 'function') return
  afterFirstPaint(() => {
    const face = new FontFace('Archivo Digits', `url(${address})`, {
      weight: '100 900',
      stretch: '62% 125%',
      display: 'swap',
    })
    void face.load().then(
      (loaded) => document.fonts.add(loaded),
      () => {},
    )
  })
}
