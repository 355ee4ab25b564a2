/** The subset of JSON Schema that the contract uses. */
interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  default?: unknown
  $ref?: string
}

interface Operation {
  security: object[]
  parameters: { name?: string; in?: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

/** The subset of an OpenAPI document that `wireShape` reads. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
}

/** A field: its JSON types (or enumeration values), and whether it is required. */
export interface FieldShape {
  types: string[]
  required: boolean
}

/** A call: its methods, access, and fields by path (`data.profiles[].name`). */
export interface CallShape {
  methods: string[]
  anyone: boolean
  input: Record<string, FieldShape>
  output: Record<string, FieldShape>
}

export type WireShape = Record<string, CallShape>

/** The calls of a document with field names and types, without descriptions and patterns. */
export function wireShape({ paths }: OpenApiDocument): WireShape {
  return Object.fromEntries(Object.entries(paths).map(([path, operations]) => [path, callShape(operations)]))
}

/** Serializes a shape: one line per field, types separated by bars, an exclamation mark for required fields. */
export function printShape(shape: WireShape): string {
  const print = (fields: Record<string, FieldShape>) =>
    mapValues(fields, ({ types, required }) => types.join('|') + (required ? '!' : ''))
  const calls = mapValues(shape, (call) => ({ ...call, input: print(call.input), output: print(call.output) }))
  return `${JSON.stringify(calls, null, 2)}\n`
}

/** Parses the output of `printShape`. */
export function parseShape(text: string): WireShape {
  type Printed = Omit<CallShape, 'input' | 'output'> & Record<'input' | 'output', Record<string, string>>
  const parse = (fields: Record<string, string>) =>
    mapValues(fields, (field) => ({ types: field.replace(/!$/, '').split('|'), required: field.endsWith('!') }))
  const calls = JSON.parse(text) as Record<string, Printed>
  return mapValues(calls, (call) => ({ ...call, input: parse(call.input), output: parse(call.output) }))
}

const mapValues = <A, B>(record: Record<string, A>, map: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

function callShape(operations: Record<string, Operation>): CallShape {
  const { post } = operations
  const input = post?.requestBody?.content['application/json']?.schema ?? {}
  // A file response has another media type than an envelope.
  const [response] = Object.values(post?.responses['200']?.content ?? {})
  return {
    methods: Object.keys(operations).toSorted(),
    anyone: post?.security.some((requirement) => Object.keys(requirement).length === 0) ?? false,
    input: fieldShapes(input),
    output: fieldShapes(response?.schema ?? {}),
  }
}

function fieldShapes(schema: Schema): Record<string, FieldShape> {
  const fields = new Map<string, { types: Set<string>; required: boolean }>()
  collect(schema, { path: '', required: true, fields })
  fields.delete('')
  return Object.fromEntries(
    [...fields].map(([path, { types, required }]) => [path, { types: [...types].toSorted(), required }]),
  )
}

interface FieldContext {
  path: string
  required: boolean
  fields: Map<string, { types: Set<string>; required: boolean }>
}

function collect(schema: Schema, { path, required, fields }: FieldContext): void {
  // The failure envelope is the same for every call.
  const branches = (schema.anyOf ?? schema.oneOf)?.filter(({ $ref }) => $ref === undefined)
  if (branches) {
    const inAll = (name: string) =>
      branches.every((branch) => branch.properties === undefined || isAlways(branch, name))
    for (const branch of branches) {
      const narrowed = branch.properties
        ? { ...branch, required: Object.keys(branch.properties).filter(inAll) }
        : branch
      collect(narrowed, { path, required, fields })
    }
    return
  }
  const field = fields.get(path) ?? { types: new Set(), required }
  fields.set(path, field)
  for (const type of typesOf(schema)) field.types.add(type)
  if (schema.items) collect(schema.items, { path: `${path}[]`, required: false, fields })
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const inner = path === '' ? name : `${path}.${name}`
    collect(child, { path: inner, required: isAlways(schema, name), fields })
  }
}

const isAlways = ({ required = [], properties = {} }: Schema, name: string): boolean =>
  required.includes(name) && properties[name]?.default === undefined

/** `string`, `number`, …; the values of an enumeration as JSON. */
function typesOf(schema: Schema): string[] {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value))
  if (schema.const !== undefined) return [JSON.stringify(schema.const)]
  return [schema.type ?? 'any'].flat().map((type) => (type === 'integer' ? 'number' : type))
}

/** The JSON type of one of `typesOf`. */
const baseType = (type: string): string => {
  if (type.startsWith('"')) return 'string'
  if (/^-?\d/.test(type)) return 'number'
  return type === 'true' || type === 'false' ? 'boolean' : type
}

/**
 * The breaking changes of the newer contract, a sentence each: a removed call or field, an input that became required or narrower, an
 * output that became optional or has another type.
 */
export function lostFeatures(older: WireShape, newer: WireShape): string[] {
  return Object.entries(older).flatMap(([url, old]) => {
    const now = newer[url]
    return now ? [...lostOfCall(old, now)].map((loss) => `${url} ${loss}`) : [`${url} is gone`]
  })
}

function* lostOfCall(old: CallShape, now: CallShape): Generator<string> {
  for (const method of old.methods) if (!now.methods.includes(method)) yield `has no ${method}`
  if (old.anyone && !now.anyone) yield 'is for members only'
  yield* lostOfInput(old.input, now.input)
  yield* lostOfOutput(old.output, now.output)
}

function* lostOfInput(old: CallShape['input'], now: CallShape['input']): Generator<string> {
  for (const [path, { types }] of Object.entries(old)) {
    const field = now[path]
    if (!field) yield `has no input ${path}`
    const accepts = (type: string) =>
      field?.types.some((one) => one === type || one === 'any' || one === baseType(type)) ?? true
    for (const type of types) if (!accepts(type)) yield `does not accept ${type} as input ${path}`
  }
  for (const [path, { required }] of Object.entries(now)) {
    if (required && !old[path]?.required) yield `requires input ${path}`
  }
}

function* lostOfOutput(old: CallShape['output'], now: CallShape['output']): Generator<string> {
  for (const [path, { types, required }] of Object.entries(old)) {
    const field = now[path]
    if (!field) {
      yield `has no output ${path}`
      continue
    }
    if (required && !field.required) yield `may leave out output ${path}`
    const known = new Set(types.map(baseType))
    for (const type of new Set(field.types.map(baseType))) {
      if (!known.has(type) && !known.has('any')) yield `answers ${type} as output ${path}`
    }
  }
}
