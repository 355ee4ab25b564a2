import type { ProgramCard } from '#contract/programs.ts'
import type { Language } from '#contract/languages.ts'
import type { TitleImages } from '../catalogue/index.ts'
import { type Block, type FormBlock, type FormField, type Translated, isListedLink } from './campaign-import.rules.ts'
import type { ShownBlock, ShownField, ShownLink } from './campaigns-model.ts'
import { paragraphsOf, sentenceVersion } from './campaigns.rules.ts'

/** Titles that the viewer may not see have no card and no images. */
export interface Showing {
  readonly codeName: string
  readonly language: Language
  readonly linkHosts: readonly string[]
  readonly cards: ReadonlyMap<string, ProgramCard>
  readonly images: ReadonlyMap<string, TitleImages>
  readonly imageUrl: (key: string) => string
}

type ImageSource = { programId?: string | undefined; art: keyof TitleImages; image?: string | undefined }

/** Empty if there is none or its title is hidden. */
export function imageSourceUrl({ programId, art, image }: ImageSource, { images, imageUrl }: Showing): string {
  if (image !== undefined) return imageUrl(image)
  const ofTitle = programId === undefined ? undefined : images.get(programId)
  return ofTitle ? imageUrl(ofTitle[art] || ofTitle.art || ofTitle.landscape) : ''
}

/** Empty when nothing of it can be shown. */
export function shownBlock(block: Block, showing: Showing): ShownBlock[] {
  const say = (translated: Translated | undefined): string => translated?.[showing.language] ?? ''
  switch (block.kind) {
    case 'text':
      return [
        {
          kind: 'text',
          title: say(block.title),
          paragraphs: paragraphsOf(say(block.text)),
          steps: block.steps.map(({ title, text }) => ({ title: say(title), text: say(text) })),
          links: shownLinks(block.links, showing),
        },
      ]
    case 'image':
      return shownImage(block, showing)
    case 'video': {
      const program = showing.cards.get(block.programId)
      return program?.trailer ? [{ kind: 'video', title: say(block.title), program }] : []
    }
    case 'rows': {
      const list = shownTitles(block.programIds, showing)
      const free = list.every(({ vodTypes }) => vodTypes.includes('FREE TO WATCH'))
      const { showLandscape } = block
      return list.length > 0 ? [{ kind: 'rows', title: say(block.title), showLandscape, free, list }] : []
    }
    case 'code':
      return [{ kind: 'code', title: say(block.title), text: say(block.text) }]
    case 'form':
      return [shownForm(block, showing)]
  }
}

function shownImage(block: Extract<Block, { kind: 'image' }>, showing: Showing): ShownBlock[] {
  const imageURL = imageSourceUrl(block, showing)
  if (imageURL === '') return []
  const { language, linkHosts } = showing
  const isLink = block.to !== undefined && isListedLink(block.to, linkHosts)
  return [
    {
      kind: 'image',
      imageURL,
      imageAlt: block.alt?.[language] ?? '',
      caption: block.caption?.[language] ?? '',
      ...(isLink && { to: block.to }),
    },
  ]
}

function shownForm(form: FormBlock, showing: Showing): Extract<ShownBlock, { kind: 'form' }> {
  const { codeName, language } = showing
  const say = (translated: Translated | undefined): string => translated?.[language] ?? ''
  const consent = (purpose: 'terms' | 'marketing', sentence: Translated) => ({
    version: sentenceVersion(codeName, purpose, sentence),
    text: sentence[language],
    links: purpose === 'terms' ? shownLinks(form.termsLinks, showing) : [],
  })
  return {
    kind: 'form',
    title: say(form.title),
    text: say(form.text),
    submitText: say(form.submitText),
    note: say(form.note),
    thanks: say(form.thanks),
    fields: form.fields.flatMap((field) => shownField(field, showing)),
    terms: consent('terms', form.terms),
    ...(form.marketing && { marketing: consent('marketing', form.marketing) }),
  }
}

function shownField(field: FormField, showing: Showing): ShownField[] {
  const { language } = showing
  const { name, required, half } = field
  const asked = { name, required, half, label: field.label[language], hint: field.hint?.[language] ?? '' }
  switch (field.type) {
    case 'text':
    case 'longText':
      return [{ type: field.type, ...asked, min: field.min, max: field.max }]
    case 'choice': {
      const choices = field.choices.map(({ value, label }) => ({ value, label: label[language] }))
      return [{ type: 'choice', ...asked, choices }]
    }
    case 'title':
      return [{ type: 'title', ...asked, list: shownTitles(field.programIds, showing) }]
    default:
      return [{ type: field.type, ...asked }]
  }
}

const shownTitles = (programIds: readonly string[], { cards }: Showing): ProgramCard[] =>
  programIds.flatMap((programId) => cards.get(programId) ?? [])

/** Drops links whose host is no longer listed. */
const shownLinks = (
  links: readonly { label: Translated; to: string }[],
  { language, linkHosts }: Showing,
): ShownLink[] =>
  links.filter(({ to }) => isListedLink(to, linkHosts)).map(({ label, to }) => ({ label: label[language], to }))
