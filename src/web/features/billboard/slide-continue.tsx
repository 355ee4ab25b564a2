import { useEffect } from 'react'
import type { Banner } from '#contract/banners.ts'
import { resumeLink } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { resumeLabel } from '#web/viewer/watch-progress/resume-label.ts'
import { useContinuation } from '#web/viewer/watch-progress/use-continuation.ts'
import { useText } from '#web/kit/text.ts'

/** Where the play button of a slide resumes. */
export interface SlideContinuation {
  href: string
  label: { text: string; note?: string } | undefined
}

export interface SlideContinueProps {
  program: NonNullable<Banner['program']>
  /** Undefined: from the beginning. */
  onChange: (continuation: SlideContinuation | undefined) => void
}

/** Where the viewer resumes. Draws nothing. */
export function SlideContinue({ program, onChange }: SlideContinueProps) {
  const text = useText('detail')
  const point = useContinuation(program)
  const href = point && resumeLink(program, point)
  const { text: label, note = '' } = (point && program.access === 'play' && resumeLabel(point, text)) || {}
  useEffect(() => {
    onChange(href === undefined ? undefined : { href, label: label === undefined ? undefined : { text: label, note } })
  }, [href, label, note, onChange])
  return null
}
