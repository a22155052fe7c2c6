/**
 * Writes small ONNX graphs: as much of the protobuf wire format and of onnx.proto as that takes.
 */

const VARINT = 0
const BYTES = 2

const varint = (value: number): Buffer => {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return Buffer.from([...bytes, rest])
}
const tag = (field: number, wire: number): Buffer => varint(field * 8 + wire)
const number = (field: number, value: number): Buffer =>
  Buffer.concat([tag(field, VARINT), varint(value)])
const bytes = (field: number, value: Uint8Array): Buffer =>
  Buffer.concat([tag(field, BYTES), varint(value.length), value])
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value, 'utf8'))
const message = (field: number, ...parts: readonly Buffer[]): Buffer =>
  bytes(field, Buffer.concat(parts))

const FLOAT = 1
const INT64 = 7
const ATTRIBUTE_INT = 2
const ATTRIBUTE_INTS = 7

/** A weight of the graph. */
export const floats = (
  name: string,
  dims: readonly number[],
  values: readonly number[],
): Buffer => {
  const raw = Buffer.from(Float32Array.from(values).buffer)
  return message(
    5,
    ...dims.map((dim) => number(1, dim)),
    number(2, FLOAT),
    text(8, name),
    bytes(9, raw),
  )
}
export const integers = (name: string, values: readonly number[]): Buffer => {
  const raw = Buffer.from(BigInt64Array.from(values.map(BigInt)).buffer)
  return message(5, number(1, values.length), number(2, INT64), text(8, name), bytes(9, raw))
}

type Attributes = Readonly<Record<string, number | readonly number[]>>

const attribute = ([name, value]: [string, number | readonly number[]]): Buffer =>
  typeof value === 'number'
    ? message(5, text(1, name), number(3, value), number(20, ATTRIBUTE_INT))
    : message(5, text(1, name), ...value.map((one) => number(8, one)), number(20, ATTRIBUTE_INTS))

/** One operation; its outputs are named by the caller. */
export const node = (
  operation: string,
  inputs: readonly string[],
  output: string,
  attributes: Attributes = {},
): Buffer =>
  message(
    1,
    ...inputs.map((input) => text(1, input)),
    text(2, output),
    text(3, output),
    text(4, operation),
    ...Object.entries(attributes).map(attribute),
  )

const value = (
  field: number,
  name: string,
  type: number,
  shape: readonly (string | number)[],
): Buffer => {
  const dims = shape.map((dim) =>
    typeof dim === 'number' ? message(1, number(1, dim)) : message(1, text(2, dim)),
  )
  return message(field, text(1, name), message(2, message(1, number(1, type), message(2, ...dims))))
}
export const idsInput = (name: string): Buffer => value(11, name, INT64, ['batch', 'tokens'])
export const floatOutput = (name: string, shape: readonly (string | number)[]): Buffer =>
  value(12, name, FLOAT, shape)

const IR_VERSION = 8
const OPSET = 13

export const onnxModel = (...graph: readonly Buffer[]): Buffer =>
  Buffer.concat([
    number(1, IR_VERSION),
    text(2, 'pandect-test'),
    message(7, text(2, 'tiny'), ...graph),
    message(8, text(1, ''), number(2, OPSET)),
  ])
