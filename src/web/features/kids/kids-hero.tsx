import type { ProgramCard } from '#contract/programs.ts'
import { useDetailLink } from '#web/lib/program-overlay.ts'
import { useText } from '#web/lib/text.ts'
import { Button } from '#web/ui/button.tsx'
import { PlayIcon } from '#web/ui/icons.tsx'
import { Picture } from '#web/ui/picture.tsx'
import styles from './kids-hero.module.css'

/** The big picture of kids home with one big button. */
export function KidsHero({ program }: { program: ProgramCard }) {
  const { home } = useText()
  const href = useDetailLink()(program.programId)
  return (
    <section className={styles.hero} aria-label={program.title}>
      <Picture
        src={program.artImageURL || program.landscapeImageURL}
        alt=""
        title=""
        sizes="100vw"
        from={640}
        priority="high"
      />
      <div className={styles.words}>
        <h2 className={styles.title}>{program.title}</h2>
        <Button look="primary" size="l" icon={<PlayIcon />} href={href}>
          {home.kidsWatch}
        </Button>
      </div>
    </section>
  )
}

/** Its box while it is awaited. */
export const KidsHeroSkeleton = () => <div className={styles.hero} aria-hidden="true" />
