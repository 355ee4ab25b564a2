import { XMLBuilder } from 'fast-xml-parser'

const builder = new XMLBuilder({ ignoreAttributes: true, suppressEmptyNode: false, processEntities: true })

/** Characters that XML 1.0 cannot carry, even escaped (its section 2.2). */
// oxlint-disable-next-line no-control-regex -- those are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const REPLACEMENT = '\uFFFD'
/** A valid element name. A refusal names fields as the request did; a field whose name is not valid here is left out. */
const NAME = /^[a-z_][\w.-]*$/i

/** An object as an XML document: `<response>` around its fields, a list as `<item>` for each of its elements, null as an empty element. */
export const toXml = (value: object): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${builder.build({ response: clean(value) })}`

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replace(FORBIDDEN, REPLACEMENT)
  if (Array.isArray(value)) return value.length === 0 ? '' : { item: value.map(clean) }
  if (value === null) return ''
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      item === undefined || !NAME.test(name) ? [] : [[name, clean(item)]],
    ),
  )
}
