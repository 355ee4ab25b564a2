import type { DetailText } from '#text/zh_HK/detail.ts'
import { formatClock } from '#web/kit/format.ts'
import type { ResumePoint } from './watch-progress.rules.ts'

export function resumeLabel(
  { episode, season, position }: ResumePoint,
  text: Pick<DetailText, 'resume' | 'resumeEpisode' | 'playNext'>,
): { text: string; note?: string } {
  if (episode === 0) return { text: text.resume(formatClock(position)) }
  if (position === 0) return { text: text.playNext(episode, season) }
  return { text: text.resumeEpisode(episode, season), note: formatClock(position) }
}
