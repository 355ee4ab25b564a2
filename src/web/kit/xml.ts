export interface XmlElement {
  readonly tagName: string
  readonly textContent: string | null
  readonly children: ArrayLike<XmlElement>
}

export type XmlValue = string | XmlValue[] | { [name: string]: XmlValue }

/** SPEC 7: converts XML responses to objects. A list is an element of `item`s; an empty one looks like an empty text, so the site itself requests JSON. */
export function xmlToObject(element: XmlElement): XmlValue {
  const children = Array.from(element.children)
  if (children.length === 0) return element.textContent ?? ''
  if (children.every(({ tagName }) => tagName === 'item')) return children.map(xmlToObject)
  const object: { [name: string]: XmlValue } = {}
  for (const { tagName } of children) {
    const [first, ...more] = children.filter((child) => child.tagName === tagName).map(xmlToObject)
    object[tagName] = more.length > 0 ? [first ?? '', ...more] : (first ?? '')
  }
  return object
}

/** Undefined when it is not well-formed. */
export function parseXml(text: string): XmlValue | undefined {
  const parsed = new DOMParser().parseFromString(text, 'application/xml')
  if (parsed.getElementsByTagName('parsererror').length > 0) return undefined
  return xmlToObject(parsed.documentElement)
}
