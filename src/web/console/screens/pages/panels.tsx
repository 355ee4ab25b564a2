import type { ReactNode } from 'react'
import { idOfItem } from '#contract/admin/page-changes.ts'
import { type PageBanner, type PageCategory, type PageTab, SITE_PAGE } from '#contract/admin/pages.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Panel } from '../../widgets/page.tsx'
import titleStyles from '../title/title.module.css'
import { BannerForm } from './banner-form.tsx'
import { CategoryForm } from './category-form.tsx'
import { CategoryPicker } from './category-picker.tsx'
import { BannerFace, CategoryFace, TabFace, useNames } from './faces.tsx'
import { ItemList } from './item-list.tsx'
import { LocalFields } from './local-fields.tsx'
import { usePage } from './page-context.ts'
import styles from './pages.module.css'

const EMPTY = { zh_HK: '', en_US: '' }
const NAME_MAX = 60

type Item = PageTab | PageCategory | PageBanner
type Part = 'tabs' | 'categories' | 'banners'

/** Changes of one part of the page. */
function usePart<T extends Item>(part: Part) {
  const text = useText('consolePages')
  const { content, set } = usePage()
  const itemsOf = (now: typeof content) => now[part] as unknown as readonly T[]
  const write = (items: (now: readonly T[]) => readonly T[]) => set((now) => ({ [part]: items(itemsOf(now)) }))
  return {
    items: itemsOf(content),
    write,
    change: (id: string, change: (now: T) => Partial<T>) =>
      write((now) => now.map((item) => (idOfItem(item) === id ? { ...item, ...change(item) } : item))),
    remove: (item: T, name: string) => {
      const id = idOfItem(item)
      const at = itemsOf(content).indexOf(item)
      write((now) => now.filter((other) => idOfItem(other) !== id))
      const undo = () =>
        write((now) => (now.some((other) => idOfItem(other) === id) ? now : now.toSpliced(at, 0, item)))
      showToast({ text: text.removed(name), action: { label: text.undo, onClick: undo } })
    },
  }
}

interface BannersPanelProps {
  place: PageBanner['place']
}

export function BannersPanel({ place }: BannersPanelProps) {
  const text = useText('consolePages')
  const { items, write, change, remove } = usePart<PageBanner>('banners')
  const names = useNames()
  const own = items.filter((banner) => banner.place === place)
  const add = () =>
    write((now) => [
      ...now,
      {
        bannerId: crypto.randomUUID(),
        place,
        bannerType: 'drama' as const,
        programId: null,
        url: '',
        image: '',
        imagePortrait: '',
        focus: null,
        focusPortrait: null,
        title: EMPTY,
        subtitle: EMPTY,
        startsAt: null,
        endsAt: null,
      },
    ])
  return (
    <Panel title={text.places[place]} note={<Add label={text.addBanner(text.places[place])} onClick={add} />}>
      <Hint>{own.length === 0 ? text.noBanners[place] : text.bannerHints[place]}</Hint>
      <ItemList
        label={text.places[place]}
        items={own}
        idOf={idOfItem}
        nameOf={names.banner}
        renderFace={(banner) => <BannerFace banner={banner} />}
        renderForm={(banner) => <BannerForm banner={banner} onChange={(next) => change(banner.bannerId, next)} />}
        onMove={(next) => write((now) => reordered(now, place, next))}
        onRemove={(banner) => remove(banner, names.banner(banner))}
      />
    </Panel>
  )
}

/** Those of one place in a new order, the others where they are. */
function reordered(
  banners: readonly PageBanner[],
  place: PageBanner['place'],
  next: readonly PageBanner[],
): readonly PageBanner[] {
  const left = [...next]
  return banners.map((banner) => (banner.place === place ? left.shift()! : banner))
}

export function CategoriesPanel() {
  const text = useText('consolePages')
  const { items, write, change, remove } = usePart<PageCategory>('categories')
  const { scope, addTitles } = usePage()
  const names = useNames()
  const isSite = scope === SITE_PAGE
  const add = () =>
    write((now) => [
      ...now,
      {
        categoryId: crypto.randomUUID(),
        version: 0,
        source: 'list' as const,
        programClassify: 'mixed' as const,
        title: EMPTY,
        subtitle: EMPTY,
        showLandscape: false,
        showTopN: false,
        programIds: [],
        promotion: null,
      },
    ])
  const mayRemove = ({ source, programClassify, version }: PageCategory) =>
    !isSite || source === 'list' || programClassify !== 'mixed' || version === 0
  return (
    <Panel title={isSite ? text.otherLists : text.lists} note={<Add label={text.addList} onClick={add} />}>
      <Hint>{isSite ? text.otherListsHint : items.length === 0 ? text.noLists : text.listsHint}</Hint>
      <ItemList
        label={isSite ? text.otherLists : text.lists}
        items={items}
        idOf={idOfItem}
        nameOf={names.category}
        renderFace={(category) => <CategoryFace category={category} />}
        renderForm={(category) => (
          <CategoryForm category={category} onChange={(next) => change(category.categoryId, next)} />
        )}
        onMove={isSite ? undefined : (next) => write(() => next)}
        onRemove={(category) => remove(category, names.category(category))}
        mayRemove={mayRemove}
      />
      {isSite ? null : (
        <div className={styles.adding}>
          <CategoryPicker
            label={text.addKnownList}
            chosen={items.map(({ categoryId }) => categoryId)}
            onPick={(category, titles) => {
              addTitles(titles)
              write((now) => [...now, category])
            }}
          />
        </div>
      )}
    </Panel>
  )
}

export function TabsPanel() {
  const text = useText('consolePages')
  const { items, write, change, remove } = usePart<PageTab>('tabs')
  const names = useNames()
  const add = () =>
    write((now) => [...now, { tabId: crypto.randomUUID(), name: EMPTY, type: 'rolling' as const, isShown: false }])
  return (
    <Panel title={text.tabs} note={<Add label={text.addTab} onClick={add} />}>
      <Hint>{text.tabsHint}</Hint>
      <ItemList
        label={text.tabs}
        items={items}
        idOf={idOfItem}
        nameOf={names.tab}
        renderFace={(tab) => <TabFace tab={tab} />}
        renderForm={(tab) => (
          <>
            <LocalFields
              field={`tabs/${tab.tabId}/name`}
              label={text.fields.name}
              value={tab.name}
              maxLength={NAME_MAX}
              onChange={(next) => change(tab.tabId, (now) => ({ name: next(now.name) }))}
            />
            <Switch
              label={text.fields.isShown}
              hint={tab.type === 'rolling' ? text.rollingHint : undefined}
              checked={tab.isShown}
              onChange={(isShown) => change(tab.tabId, () => ({ isShown }))}
            />
          </>
        )}
        onMove={(next) => write(() => next)}
        onRemove={(tab) => remove(tab, names.tab(tab))}
        mayRemove={({ type }) => type === 'rolling'}
      />
    </Panel>
  )
}

const Add = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="s" icon={<PlusIcon size={16} />} onClick={onClick}>
    {label}
  </Button>
)

const Hint = ({ children }: { children: ReactNode }) => (
  <p className={`${titleStyles.note} ${styles.hint}`}>{children}</p>
)
