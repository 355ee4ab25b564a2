/** An XML element, as little of it as turning it into an object needs (a DOM element has it). */
export interface XmlElement {
  readonly tagName: string
  readonly textContent: string | null
  readonly children: ArrayLike<XmlElement>
}

/** What an element becomes: text, an object of its children, a list where a name is repeated. */
export type XmlValue = string | XmlValue[] | { [name: string]: XmlValue }

/** SPEC 7: XML answers become objects. A list of one cannot be told from its element: our own site therefore asks for JSON. */
export function xmlToObject(element: XmlElement): XmlValue {
  const children = Array.from(element.children)
  if (children.length === 0) return element.textContent ?? ''
  const object: { [name: string]: XmlValue } = {}
  for (const { tagName } of children) {
    const [first, ...more] = children.filter((child) => child.tagName === tagName).map(xmlToObject)
    object[tagName] = more.length > 0 ? [first ?? '', ...more] : (first ?? '')
  }
  return object
}

/** Parses an XML answer; undefined when it is not well-formed. */
export function parseXml(text: string): XmlValue | undefined {
  const parsed = new DOMParser().parseFromString(text, 'application/xml')
  if (parsed.getElementsByTagName('parsererror').length > 0) return undefined
  return xmlToObject(parsed.documentElement)
}
