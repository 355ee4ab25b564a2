export interface SubtitleTrack {
  readonly lang: string
  readonly label: string
  readonly url: string
}

/** The track to show: the viewer's language, else the first one (Chinese comes first); none when switched off. */
export function chosenSubtitle(tracks: readonly SubtitleTrack[], wish: string | undefined): SubtitleTrack | undefined {
  if (wish === 'off') return undefined
  return tracks.find((track) => track.lang === wish) ?? tracks[0]
}
