import { Suspense } from 'react'
import type { FavoriteSlotProps } from '#web/viewer/cards/favorite-slot.tsx'
import { useSettled } from '#web/kit/use-hydrated.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import styles from './favorite-slot.module.css'
import { FAVORITE } from './layers.tsx'

export const favoriteSlot = (props: FavoriteSlotProps) => <FavoriteSlot {...props} />

function FavoriteSlot(props: FavoriteSlotProps) {
  const settled = useSettled()
  const box = <span className={props.size === 52 ? styles.large : styles.small} />
  if (!settled) return box
  return (
    <ErrorBoundary resetKey={props.program.programId}>
      <Suspense fallback={box}>
        <FAVORITE.Screen {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
