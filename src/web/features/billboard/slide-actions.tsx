import type { Banner } from '#contract/banners.ts'
import { bannerLink } from '#web/lib/banner-link.ts'
import { Favorite } from '#web/lib/favorite-slot.tsx'
import { isGated, usePlayGates } from '#web/lib/play-gates.ts'
import { playLink } from '#web/lib/play-link.ts'
import { useDetailLink } from '#web/lib/program-overlay.ts'
import { useText } from '#web/lib/text.ts'
import { Button } from '#web/ui/button.tsx'
import { LockIcon, PlayIcon } from '#web/ui/icons.tsx'
import styles from './slide-actions.module.css'

/** The price-honest button, by the server's access rule, the way to the details, and the favourite. Login and the parental code are asked right here. */
export function SlideActions({ banner }: { banner: Banner }) {
  const { home } = useText()
  const detailLink = useDetailLink()
  const gates = usePlayGates()
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
  const press = isGated(program.access)
    ? { onClick: () => void gates.go(program.access, playLink(program)) }
    : { href: canPlay ? playLink(program) : details }
  return (
    <div className={styles.actions}>
      {program.buttonText ? (
        <Button
          look="primary"
          size="l"
          icon={canPlay ? <PlayIcon /> : program.access === 'parental' ? <LockIcon /> : undefined}
          note={program.buttonNote || undefined}
          {...press}
        >
          {program.buttonText}
        </Button>
      ) : null}
      <Button size="l" href={details}>
        {home.details}
      </Button>
      <Favorite program={program} size={52} />
      {program.access === 'deny' && program.reasonText ? <p className={styles.reason}>{program.reasonText}</p> : null}
    </div>
  )
}
