import type { FavoriteSlotProps } from '#web/viewer/cards/favorite-slot.tsx'
import { useSession } from '#web/viewer/session/session.ts'
import { classNames } from '#web/ui/class-names.ts'
import { CheckIcon, PlusIcon } from '#web/ui/icons.tsx'
import styles from './favorite-button.module.css'
import { useText } from '#web/kit/text.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createFavorite, favoriteList, removeFavorite } from '#contract/library.ts'
import { patchTitle } from '#web/viewer/cards/patch-title.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import { keepFavorite } from '#web/viewer/cards/favorite-removals.ts'
import { setFavoriteOverride, useFavoriteOverride } from '#web/viewer/cards/favorite-overrides.ts'

/** Adds a title to the favourites or removes it. A visitor in kids mode has none. */
export function FavoriteButton({ program, size }: FavoriteSlotProps) {
  const text = useText('favorites')
  const { token, pattern } = useSession()
  const { isFavorite, toggle } = useFavorite(program)
  if (!token && pattern === 'children') return null
  return (
    <button
      type="button"
      className={classNames(styles.button, size === 52 ? styles.large : styles.small)}
      aria-label={text.label(program.title)}
      aria-pressed={isFavorite}
      title={isFavorite ? text.remove : text.add}
      onClick={toggle}
    >
      {isFavorite ? <CheckIcon size={22} /> : <PlusIcon size={22} />}
    </button>
  )
}

/** Titles with a pending request: further clicks are ignored. */
const pending = new Set<string>()

/** Whether a title is a favourite, and a toggle: applied at once, reverted when refused. For a visitor it becomes the pending action of the login. */
function useFavorite({ programId, programGuid, myFavorite }: FavoriteSlotProps['program']) {
  const text = useText('favorites')
  const queries = useQueryClient()
  const requireLogin = useRequireLogin()
  const isFavorite = useFavoriteOverride(programId) ?? myFavorite ?? false

  const shared = { invalidates: [favoriteList], toastsRefusals: true }
  const adding = useSubmit(createFavorite, { ...shared, toast: text.added })
  const removing = useSubmit(removeFavorite, { ...shared, toast: text.removed })

  const toggle = async () => {
    if (!requireLogin({ kind: 'favorite', programId, programGuid }) || pending.has(programId)) return
    const wanted = !isFavorite
    pending.add(programId)
    show(queries, programId, wanted)
    if (wanted) await keepFavorite(programId)
    const answer = await (wanted ? adding : removing).submit({ programId, programGuid })
    pending.delete(programId)
    if (answer.result === 'FAILED') show(queries, programId, !wanted)
  }
  return { isFavorite, toggle: () => void toggle() }
}

/** Updates every cached card of the title. */
function show(queries: QueryClient, programId: string, myFavorite: boolean) {
  setFavoriteOverride(programId, myFavorite)
  patchTitle(queries, programId, { myFavorite })
}
