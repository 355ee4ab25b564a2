import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Db, type Tx, lockByName } from '#server/kit/db.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { hashOfImage, imagesOf } from './content.rules.ts'
import { findStored, type StoredTitle, type VersionKind } from './title-content.repo.ts'
import { countRentals } from './title-rows.repo.ts'
import { imagesOfOthers, notifyChanged, setTakenDown } from './titles.repo.ts'
import type { Editor } from './titles-model.ts'

/** Images that are shown nowhere. */
export interface ImageRefusals {
  refuse(tx: Db, hashes: readonly string[]): Promise<void>
  allow(tx: Db, hashes: readonly string[]): Promise<void>
}

interface TakeDownDeps {
  readonly clock: Clock
  readonly images: ImageRefusals
  /** @returns the version that was made */
  readonly writeState: (
    tx: Tx,
    change: { programId: string; actor: string; kind: VersionKind; state: 'withdrawn' },
  ) => Promise<number>
}

/** Titles that may be shown to no viewer at all: by a court's order, say. */
export function createTakeDowns({ clock, images, writeState }: TakeDownDeps) {
  return { takeDown, lift }

  /**
   * At once and whatever its version: withdrawn, with images that no other title shows refused. Each process refuses its streams, keys
   * and segments within 30 seconds; running rentals are refunded by the rentals' own task. @throws AppError NOT_FOUND, CONFLICT
   */
  async function takeDown(
    tx: Tx,
    { actor }: Editor,
    programId: string,
  ): Promise<{ version: number; rentals: number; images: number }> {
    const stored = await lockStored(tx, programId)
    if (stored.takenDownAt) throw operatorRefusal({ is: 'titleTakenDown' })
    const at = clock.now()
    const rentals = await countRentals(tx, { programId, now: at })
    const version =
      stored.state === 'published'
        ? await writeState(tx, { programId, actor, kind: 'withdraw', state: 'withdrawn' })
        : stored.version
    await setTakenDown(tx, { programId, at })
    const own = imagesOf(stored.content)
    const others = await imagesOfOthers(tx, { programId, images: own, areTakenDown: false })
    const refused = own.filter((image) => !others.has(image)).map(hashOfImage)
    await images.refuse(tx, refused)
    await notifyChanged(tx)
    return { version, rentals, images: new Set(refused).size }
  }

  /** It stays withdrawn. @throws AppError NOT_FOUND, CONFLICT */
  async function lift(tx: Tx, programId: string): Promise<{ version: number }> {
    const stored = await lockStored(tx, programId)
    if (!stored.takenDownAt) throw operatorRefusal({ is: 'titleNotTakenDown' })
    await setTakenDown(tx, { programId, at: null })
    const own = imagesOf(stored.content)
    const others = await imagesOfOthers(tx, { programId, images: own, areTakenDown: true })
    await images.allow(tx, own.filter((image) => !others.has(image)).map(hashOfImage))
    await notifyChanged(tx)
    return { version: stored.version }
  }
}

/** One after the other: two titles may share an image. */
async function lockStored(tx: Tx, programId: string): Promise<StoredTitle> {
  await lockByName(tx, 'take-down')
  const stored = await findStored(tx, programId, { lock: true })
  if (!stored) throw new AppError('NOT_FOUND')
  return stored
}
