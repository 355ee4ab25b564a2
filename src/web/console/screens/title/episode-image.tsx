import type { TitleEpisode } from '#contract/admin/titles.ts'
import { useText } from '#web/kit/text.ts'
import { useEditor } from './editor-context.ts'
import { ImageSlot } from './image-slot.tsx'

interface EpisodeImageProps {
  episode: TitleEpisode
  onChange: (image: string) => void
}

/** Of the episode's own film, as `episodeGuid` of the server names it. */
export function EpisodeImage({ episode, onChange }: EpisodeImageProps) {
  const text = useText('consoleTitle')
  const { title } = useEditor()
  const code = new RegExp(`s0*${episode.season}e0*${episode.episode}$`, 'i')
  const film = title?.assets.find(({ role, programGuid }) => role === 'film' && code.test(programGuid))
  return (
    <ImageSlot
      name={text.episodeImage}
      ratio="16 / 9"
      image={episode.image}
      programGuid={film?.programGuid}
      onChange={onChange}
    />
  )
}
