import { useId } from 'react'
import styles from './gift-card-art.module.css'
import { HarbourScene, NeonScene, SunriseScene } from './gift-card-scenes.tsx'

const SCENES = { harbour: HarbourScene, neon: NeonScene, sunrise: SunriseScene } as const

interface SceneProps {
  design: keyof typeof SCENES
}

export interface GiftCardArtProps extends SceneProps {
  name: string
  value?: string
}

export function GiftCardArt({ design, name, value }: GiftCardArtProps) {
  return (
    <div className={styles.card} aria-hidden="true">
      <Scene design={design} />
      <span className={styles.foot}>
        <span className={styles.name}>{name}</span>
        {value ? <span className={styles.value}>{value}</span> : null}
      </span>
    </div>
  )
}

export function GiftCardThumbnail({ design }: SceneProps) {
  return (
    <span className={styles.thumbnail} aria-hidden="true">
      <Scene design={design} />
    </span>
  )
}

function Scene({ design }: SceneProps) {
  const id = useId()
  const Picture = SCENES[design]
  return (
    <svg className={styles.art} viewBox="0 0 428 270" preserveAspectRatio="xMidYMid slice" focusable="false">
      <Picture id={id} />
    </svg>
  )
}
