import type { Banner } from '#contract/banners.ts'
import { usePlayAction } from '#web/viewer/playback-gates/use-play-action.ts'
import { Button } from '#web/ui/button.tsx'
import { LockIcon, PlayIcon } from '#web/ui/icons.tsx'
import styles from './slide-actions.module.css'

interface SlidePlayProps {
  program: NonNullable<Banner['program']>
  href: string
  /** Replaces the server's button text: where playback resumes, or what renting takes. */
  label?: { text: string; note?: string } | undefined
}

/** The play button of a slide, with the action and the cost of the server's access decision. */
export function SlidePlay({ program, href, label }: SlidePlayProps) {
  const action = usePlayAction(program, href)
  const { access, buttonText, buttonNote } = program
  return (
    <Button
      look="primary"
      size="l"
      icon={access === 'play' ? <PlayIcon /> : access === 'parental' ? <LockIcon /> : undefined}
      note={(label ? label.note : buttonNote) || undefined}
      className={access === 'buy' ? styles.offer : undefined}
      {...action}
    >
      {label?.text ?? buttonText}
    </Button>
  )
}
