import type { Envelope } from '#web/kit/envelope.ts'
import { createStore, type ReadableStore, type Store } from '#web/kit/store.ts'
import type { AdminClient } from '../client/admin-client.ts'
import { canonical } from './merge.rules.ts'

/** Names one state of a draft on the server; null: there is none. Undefined for drafts that any window may overwrite. */
type Revision = string | null | undefined

/** What another window of the same operator has saved. */
export interface NewerDraft<C> {
  readonly content: C
  readonly baseVersion: number
  readonly revision: string
  readonly at: string
}

export interface DraftState<C> {
  /** Undefined until what is new has been saved once. */
  readonly id: string | undefined
  readonly content: C
  /** The version that the draft changes; 0 for what was never published. */
  readonly baseVersion: number
  /** `overtaken`: another window has saved `newer`. Nothing is saved until one is chosen. */
  readonly status: 'saved' | 'unsaved' | 'saving' | 'offline' | 'failed' | 'overtaken'
  readonly message: string
  readonly savedAt: string | undefined
  readonly revision: Revision
  readonly newer: NewerDraft<C> | undefined
  /** As it was opened, saved or replaced last. */
  readonly known: C
}

/** A draft that saves itself, and goes on doing so when its page is left. */
export interface Draft<C> extends ReadableStore<DraftState<C>> {
  /** The same for all its life, also once it has an id. */
  readonly key: string
  readonly change: (next: (content: C) => C) => void
  /** Saves now. @returns whether all is saved */
  readonly flush: () => Promise<boolean>
  /**
   * After a publication, a merge or a restored version. A draft that is not on the server yet is saved.
   * `revision`: of the draft that is there; without it none is when `isSaved`, else the same as before.
   */
  readonly replace: (
    state: Pick<DraftState<C>, 'content' | 'baseVersion'> & { isSaved: boolean; revision?: string },
  ) => void
}

type Start<C> = Pick<DraftState<C>, 'id' | 'content' | 'baseVersion'> & {
  savedAt?: string | undefined
  revision?: Revision
}

/** Saves a draft; of a new one `id` is its own idea of it, so that after a lost answer it is the same one. */
type Save<C> = (
  client: AdminClient,
  draft: { id: string; content: C; baseVersion: number; revision: Revision },
) => Promise<Envelope<{ id: string; savedAt: string; revision?: string }>>

const SAVE_MS = 2_000
const RETRY_MS = 10_000
/** Would be refused again. */
const FINAL: ReadonlySet<string> = new Set(['INVALID_INPUT', 'NOT_ALLOWED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'])

/** What of all kinds is not on the server yet. */
const unsaved = new Set<Pick<Draft<never>, 'flush'>>()
const warn = (event: BeforeUnloadEvent) => event.preventDefault()
const saveAll = () => void Promise.all([...unsaved].map((draft) => draft.flush()))

/** Closing the window asks first while anything is not saved. */
function noteUnsaved(draft: Pick<Draft<never>, 'flush'>, isDirty: boolean): void {
  const before = unsaved.size
  if (isDirty) unsaved.add(draft)
  else unsaved.delete(draft)
  if (before === 0 && unsaved.size > 0) {
    addEventListener('beforeunload', warn)
    addEventListener('online', saveAll)
  } else if (before > 0 && unsaved.size === 0) {
    removeEventListener('beforeunload', warn)
    removeEventListener('online', saveAll)
  }
}

const nameOf = (operatorId: string, id: string) => `${operatorId} ${id}`

/** The drafts of one kind, by operator and id: what an operator has typed stays while they look at another page. */
export function createDrafts<C>(save: Save<C>, newId: string) {
  const drafts = new Map<string, Draft<C>>()
  const held = new Set<Draft<C>>()
  return { known, open, hold }

  function known(operatorId: string, id: string): Draft<C> | undefined {
    return drafts.get(nameOf(operatorId, id))
  }

  function open(client: AdminClient, operatorId: string, start: Start<C>): Draft<C> {
    const name = nameOf(operatorId, start.id ?? newId)
    const found = drafts.get(name)
    if (found) return found
    const draft = createDraft(start, {
      save: (state) => save(client, state),
      onDirty: (isDirty) => noteUnsaved(draft, isDirty),
      onNamed: (id) => {
        drafts.delete(name)
        drafts.set(nameOf(operatorId, id), draft)
      },
    })
    drafts.set(name, draft)
    return draft
  }

  /** While a page shows it. Afterwards it is saved, and read again next time. */
  function hold(draft: Draft<C>): () => void {
    held.add(draft)
    return () => {
      held.delete(draft)
      void draft.flush().then((isSaved) => {
        if (!isSaved || held.has(draft)) return
        for (const [name, other] of drafts) if (other === draft) drafts.delete(name)
      })
    }
  }
}

interface DraftEvents<C> {
  save: (state: Parameters<Save<C>>[1]) => ReturnType<Save<C>>
  onDirty: (isDirty: boolean) => void
  onNamed: (id: string) => void
}

function createDraft<C>(start: Start<C>, events: DraftEvents<C>): Draft<C> {
  const key = crypto.randomUUID()
  const store = createStore<DraftState<C>>({
    savedAt: undefined,
    revision: undefined,
    ...start,
    status: 'saved',
    message: '',
    newer: undefined,
    known: start.content,
  })
  const save = createSaver(store, events, later)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined
  const { get, initial, subscribe } = store
  return { key, get, initial, subscribe, change, flush, replace }

  function change(next: (content: C) => C): void {
    const content = next(get().content)
    if (content === get().content) return
    store.set({ content })
    if (get().status === 'saved' || get().status === 'failed') store.set({ status: 'unsaved' })
    events.onDirty(true)
    if (get().status !== 'overtaken') later(SAVE_MS)
  }

  function replace({ isSaved, ...state }: Parameters<Draft<C>['replace']>[0]): void {
    clearTimeout(timer)
    timer = undefined
    const revision = isSaved ? null : get().revision
    const known = isSaved ? state.content : get().known
    const status = isSaved ? 'saved' : 'unsaved'
    store.set({ revision, ...state, known, status, message: '', savedAt: undefined, newer: undefined })
    events.onDirty(!isSaved)
    if (!isSaved) later(0)
  }

  function later(ms: number): void {
    timer ??= setTimeout(() => void saveOnce(), ms)
  }

  function saveOnce(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    running ??= save().finally(() => (running = undefined))
    return running
  }

  async function flush(): Promise<boolean> {
    const isSaved = await saveOnce()
    return isSaved && get().status !== 'saved' ? flush() : isSaved
  }
}

/** @returns saves once; whether all is saved */
function createSaver<C>(
  store: Store<DraftState<C>>,
  events: DraftEvents<C>,
  later: (ms: number) => void,
): () => Promise<boolean> {
  const ownId = crypto.randomUUID()
  /** Sent without an answer: they may have been saved. */
  let unanswered: C[] = []
  return save

  async function save(): Promise<boolean> {
    const { status, content, baseVersion, id, revision } = store.get()
    if (status === 'saved') return true
    if (status === 'overtaken') return false
    store.set({ status: 'saving' })
    const answer = await events.save({ content, baseVersion, id: id ?? ownId, revision })
    if (answer.result === 'FAILED') {
      if (answer.errorCode === 'VERSION_CONFLICT') return overtake({ ...answer.current, at: answer.at } as never)
      unanswered = [...unanswered, content]
      const isOffline = answer.errorCode === 'NETWORK'
      store.set({ status: isOffline ? 'offline' : 'failed', message: answer.message })
      if (!FINAL.has(answer.errorCode)) later(RETRY_MS)
      return false
    }
    const isCurrent = store.get().content === content && store.get().baseVersion === baseVersion
    unanswered = []
    const { savedAt, revision: made = revision } = answer
    store.set({ id: answer.id, savedAt, revision: made, known: content, status: isCurrent ? 'saved' : 'unsaved' })
    if (id === undefined) events.onNamed(answer.id)
    if (isCurrent) events.onDirty(false)
    else later(SAVE_MS)
    return true
  }

  /** One's own lost request has changed the draft, and is followed by the next. */
  async function overtake(newer: NewerDraft<C>): Promise<boolean> {
    const isOwn = unanswered.some((content) => isEqual(content, newer.content))
    if (!isOwn) {
      store.set({ status: 'overtaken', newer })
      return false
    }
    unanswered = []
    store.set({ status: 'unsaved', revision: newer.revision, known: newer.content })
    return save()
  }
}

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(canonical(one)) === JSON.stringify(canonical(other))
