import type { Banner } from '#contract/banners.ts'
import { usePlayAction } from '#web/viewer/playback-gates/use-play-action.ts'
import { Button } from '#web/ui/button.tsx'
import { LockIcon, PlayIcon } from '#web/ui/icons.tsx'

interface SlidePlayProps {
  program: NonNullable<Banner['program']>
  href: string
  /** In place of the server's words: where pressing it goes on. */
  words?: { text: string; note?: string } | undefined
}

/** The price-honest button of a slide, by the server's access rule. Login and the parental code are asked right here. */
export function SlidePlay({ program, href, words }: SlidePlayProps) {
  const action = usePlayAction(program, href)
  const { access, buttonText, buttonNote } = program
  return (
    <Button
      look="primary"
      size="l"
      icon={access === 'play' ? <PlayIcon /> : access === 'parental' ? <LockIcon /> : undefined}
      note={(words ? words.note : buttonNote) || undefined}
      {...action}
    >
      {words?.text ?? buttonText}
    </Button>
  )
}
