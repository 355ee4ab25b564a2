import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { useContinuation } from '#web/viewer/watch-progress/use-continuation.ts'
import { resumeLink } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { PlayIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import type { KidsPick } from './kids-hero.rules.ts'
import styles from './kids-hero.module.css'

const UPRIGHT_MEDIA = '(max-width: 767.98px) and (orientation: portrait)'

/** An unplayable title says why and links to its details. */
export function KidsHero({ program, upright, focus, focusUpright, preview, isReady, plays, reason }: KidsPick) {
  const { cards, home } = useShellText()
  const href = useDetailLink()(program.programId)
  const resume = useContinuation(program)
  return (
    <section className={styles.hero} aria-label={program.title}>
      <ResponsiveImage
        src={program.artImageURL || program.landscapeImageURL}
        alt=""
        title=""
        preview={preview}
        sizes="100vw"
        from={640}
        focus={focus}
        narrow={upright ? { src: upright, media: UPRIGHT_MEDIA, sizes: '100vw', focus: focusUpright } : undefined}
        priority="high"
      />
      <div className={styles.text}>
        <h2 className={styles.title}>{program.title}</h2>
        {isReady ? (
          <Button look="primary" size="l" icon={<PlayIcon />} href={plays ? resumeLink(program, resume) : href}>
            {home.kidsWatch}
          </Button>
        ) : (
          <div className={styles.waiting}>
            <p className={styles.reason}>{program.preparing ? cards.preparing : reason}</p>
            <Button size="l" href={href}>
              {home.details}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

export const KidsHeroSkeleton = () => <div className={styles.hero} aria-hidden="true" />
