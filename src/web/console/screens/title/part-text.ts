import { useMemo } from 'react'
import type { TitleContent, TitleEpisode, TitleField } from '#contract/admin/titles.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { hongKongDay } from '../../form/hong-kong.rules.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { useCountryName, useLanguageName } from './names.ts'

export interface PartText {
  readonly labelOf: (key: string) => string
  readonly fieldLabel: (field: string) => string
  readonly format: (key: string, value: unknown) => string
}

type Named = { readonly name: { readonly zh_HK: string; readonly en_US: string } }

/** The parts of a title (`title-parts.rules.ts`) and their values in words. */
export function usePartText(): PartText {
  const text = useText('consoleTitle')
  const titles = useText('consoleTitles')
  const shell = useShellText()
  const { language } = useCallContext()
  const countryName = useCountryName()
  const spokenName = useLanguageName()
  return useMemo(() => {
    const words: Readonly<Record<string, string>> = {
      ...text.fields,
      ...text.languages,
      ...text.images,
      ...titles.regions,
      startShowPoint: text.startShowPoint,
      startPosition: text.startPosition,
      endPosition: text.endPosition,
      image: text.episodeImage,
    }
    const labelOf = (key: string): string => {
      const [field = '', name, ...path] = key.split('.')
      const [, season, number] = /^S(\d+)E(\d+)/.exec(name ?? '') ?? []
      if (season === undefined) return [field, name].flatMap((part) => (part && words[part]) ?? []).join(' · ')
      return [text.episode(Number(season), Number(number)), ...path.map((part) => words[part] ?? part)].join(' · ')
    }
    const list = (value: unknown, of: (item: never) => string) =>
      (value as readonly never[]).map(of).join(shell.comma) || shell.none
    const named = ({ name }: Named) => name[language] || name.zh_HK || name.en_US
    const formats: Partial<Record<TitleField, (value: never) => string>> = {
      programType: (value: TitleContent['programType']) => text.programTypes[value],
      classify: (value: TitleContent['classify']) => titles.classifies[value],
      restriction: (value: TitleContent['restriction']) => titles.restrictions[value],
      locale: spokenName,
      credits: (value: number) => formatNumber(value, language),
      genres: (value) => list(value, (genre) => titles.genres[genre]),
      vodTypes: (value) => list(value, (type) => titles.vodTypes[type]),
      country: (value) => list(value, countryName),
      tags: (value) => list(value, named),
      directors: (value) => list(value, named),
      actors: (value) => list(value, named),
      aliases: (value) => list(value, String),
      focus: (value: TitleContent['focus']['hero']) => (value ? `${value.x}% / ${value.y}%` : shell.none),
      windows: (value) =>
        list(value, ({ startsAt, endsAt }: TitleContent['windows'][number]) =>
          titles.until(hongKongDay(startsAt), endsAt ? hongKongDay(endsAt, 'end') : undefined),
        ),
      images: (value: string) => value.split('/')[1] ?? shell.none,
    }
    const format = (key: string, value: unknown): string => {
      if (value === undefined || value === null || value === '') return shell.none
      if (typeof value === 'boolean') return value ? shell.yes : shell.no
      const [field = ''] = key.split('.')
      const own = formats[field as TitleField]
      if (own) return own(value as never)
      if (typeof value === 'object') return episodeName(value as TitleEpisode, shell.none)
      return typeof value === 'number' ? formatNumber(value, language) : (value as string)
    }
    return { labelOf, format, fieldLabel: (field: string) => words[field] ?? field }
  }, [text, titles, shell, language, countryName, spokenName])
}

const episodeName = ({ title }: TitleEpisode, none: string): string =>
  [...new Set([title.zh_HK, title.en_US])].filter(Boolean).join(' ') || none
