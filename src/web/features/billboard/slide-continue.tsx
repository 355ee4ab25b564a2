import type { Banner } from '#contract/banners.ts'
import { resumeLink } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { resumeLabel } from '#web/viewer/watch-progress/resume-label.ts'
import { lazyText } from '#web/kit/text.ts'
import { useContinuation } from '#web/viewer/watch-progress/use-continuation.ts'
import { SlidePlay } from './slide-play.tsx'

const useResumeText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/detail.ts')).detail,
  en_US: async () => (await import('#text/en_US/detail.ts')).detail,
})

/** The play button of a slide for a viewer with watch progress: it resumes like the button of the details. */
export function SlideContinue({ program }: { program: NonNullable<Banner['program']> }) {
  const text = useResumeText()
  const point = useContinuation(program)
  const label = point && program.access === 'play' ? resumeLabel(point, text) : undefined
  return <SlidePlay program={program} href={resumeLink(program, point)} label={label} />
}
