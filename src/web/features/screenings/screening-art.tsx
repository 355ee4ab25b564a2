import { ResponsiveImage } from '#web/ui/image.tsx'
import styles from './screening-art.module.css'

/** The wide image of a title beside its screening. */
export const ScreeningArt = ({ program: { imageURL, title } }: { program: { imageURL: string; title: string } }) => (
  <span className={styles.art}>
    <ResponsiveImage src={imageURL} alt="" title={title} sizes="(max-width: 1216px) 100vw, 800px" />
  </span>
)

export const ArtSkeleton = () => <span className={styles.art} />
