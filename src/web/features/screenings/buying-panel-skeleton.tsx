import { Bone } from '#web/ui/bone.tsx'
import styles from './buying-panel.module.css'

/** The placeholder of the panel: a member's, who has ways to pay. */
export function BuyingPanelSkeleton() {
  return (
    <div className={styles.panel} data-awaited="" aria-hidden="true">
      <Bone width="40%" height="1.5rem" />
      <Bone width="70%" height="2.5rem" />
      <Bone height="10rem" />
      <WaysSkeleton />
    </div>
  )
}

/** The placeholder of the ways to pay and the button below them. */
export function WaysSkeleton() {
  return (
    <>
      <Bone height="10rem" />
      <Bone height="3.5rem" />
      <Bone height="2.5rem" />
    </>
  )
}
