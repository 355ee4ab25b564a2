export interface SubtitleTrack {
  readonly lang: string
  readonly label: string
  readonly url: string
}

export interface SubtitlePreference {
  /** The language chosen before, or `off`; undefined: nothing was chosen yet. */
  readonly chosen: string | undefined
  readonly interfaceLanguage: string
}

/** The chosen language, else that of the interface, else the first; undefined when captions are off. */
export function chosenSubtitle(
  tracks: readonly SubtitleTrack[],
  { chosen, interfaceLanguage }: SubtitlePreference,
): SubtitleTrack | undefined {
  if (chosen === 'off') return undefined
  return (
    tracks.find((track) => track.lang === chosen) ??
    tracks.find((track) => track.lang === interfaceLanguage) ??
    tracks.find((track) => writingOf(track.lang) === writingOf(interfaceLanguage)) ??
    tracks.find((track) => baseOf(track.lang) === baseOf(interfaceLanguage)) ??
    tracks[0]
  )
}

const baseOf = (lang: string): string => lang.split('-', 1)[0]!.toLowerCase()

/** Chinese is written in two ways, which its regions imply. */
function writingOf(lang: string): string {
  const [base, ...rest] = lang.toLowerCase().split('-')
  if (base !== 'zh' && base !== 'yue') return base!
  const isSimplified = rest.includes('hans') || (!rest.includes('hant') && (rest.includes('cn') || rest.includes('sg')))
  return isSimplified ? 'hans' : 'hant'
}
