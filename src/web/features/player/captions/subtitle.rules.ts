export interface SubtitleTrack {
  readonly lang: string
  readonly label: string
  readonly url: string
}

/** The track to show: the preferred language, else the first one (Chinese); undefined when captions are off. */
export function chosenSubtitle(
  tracks: readonly SubtitleTrack[],
  preferred: string | undefined,
): SubtitleTrack | undefined {
  if (preferred === 'off') return undefined
  return tracks.find((track) => track.lang === preferred) ?? tracks[0]
}
