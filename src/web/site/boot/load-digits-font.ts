import address from 'virtual:digits-font'
import { afterFirstPaint } from '#web/kit/idle.ts'

/** Brings the numerals' face (Archivo, digits only) once the page has painted. Their boxes have fixed sizes, so nothing moves. */
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
