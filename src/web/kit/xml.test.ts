import { expect, test } from 'vitest'
import { type XmlElement, xmlToObject } from './xml.ts'

/** An element as the DOM gives it. */
function element(tagName: string, content: string | XmlElement[] = ''): XmlElement {
  return {
    tagName,
    children: typeof content === 'string' ? [] : content,
    textContent: typeof content === 'string' ? content : content.map((child) => child.textContent).join(''),
  }
}

test('an element with children becomes an object, one without its text', () => {
  expect(xmlToObject(element('response', [element('result', 'SUCCESS'), element('message')]))).toEqual({
    result: 'SUCCESS',
    message: '',
  })
})

test('a repeated child becomes a list', () => {
  expect(xmlToObject(element('data', [element('ad', 'a'), element('ad', 'b'), element('n', '1')]))).toEqual({
    ad: ['a', 'b'],
    n: '1',
  })
})

test('order of other names between does not matter', () => {
  expect(xmlToObject(element('data', [element('ad', 'a'), element('n', '1'), element('ad', 'b')]))).toEqual({
    ad: ['a', 'b'],
    n: '1',
  })
})

test('an element of items becomes a list, also of one', () => {
  const list = (...items: XmlElement[]) => xmlToObject(element('response', [element('list', items)]))
  expect(list(element('item', 'a'))).toEqual({ list: ['a'] })
  expect(list(element('item', [element('n', '1')]), element('item', [element('n', '2')]))).toEqual({
    list: [{ n: '1' }, { n: '2' }],
  })
})
