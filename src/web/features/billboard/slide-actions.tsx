import type { Banner } from '#contract/banners.ts'
import { bannerLink } from '#web/lib/banner-link.ts'
import { playLink } from '#web/lib/play-link.ts'
import { useDetailLink } from '#web/lib/program-overlay.ts'
import { useText } from '#web/lib/text.ts'
import { Button } from '#web/ui/button.tsx'
import { PlayIcon } from '#web/ui/icons.tsx'
import styles from './slide-actions.module.css'

/** The price-honest button, by the server's access rule, and the way to the details. What cannot simply be played is settled there. */
export function SlideActions({ banner }: { banner: Banner }) {
  const { home } = useText()
  const detailLink = useDetailLink()
  const { program } = banner
  const href = bannerLink(banner, detailLink)
  if (!program) {
    if (!href) return null
    return (
      <div className={styles.actions}>
        <Button look="primary" size="l" href={href}>
          {home.adOpen}
        </Button>
      </div>
    )
  }
  const details = detailLink(program.programId)
  const canPlay = program.access === 'play'
  return (
    <div className={styles.actions}>
      {program.buttonText ? (
        <Button
          look="primary"
          size="l"
          icon={canPlay ? <PlayIcon /> : undefined}
          note={program.buttonNote || undefined}
          href={canPlay ? playLink(program) : details}
        >
          {program.buttonText}
        </Button>
      ) : null}
      <Button size="l" href={details}>
        {home.details}
      </Button>
      {program.access === 'deny' && program.reasonText ? <p className={styles.reason}>{program.reasonText}</p> : null}
    </div>
  )
}
