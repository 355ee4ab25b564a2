import styles from './bone.module.css'

/** The placeholder of one line, button or image that is loading, with its size. */
export const Bone = ({ width = '100%', height }: { width?: string; height: string }) => (
  <span className={styles.bone} style={{ width, height }} />
)
