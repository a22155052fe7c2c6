/** Reads what a graph in ONNX computes and with what, without running it. */
import { createHash } from 'node:crypto'
import protobuf from 'protobufjs/minimal.js'

/** An array of numbers that a graph holds. */
export type GraphConstant = {
  /** An ONNX `TensorProto.DataType`. */
  readonly type: number
  readonly dimensions: readonly number[]
  /** Little-endian. */
  readonly bytes: Uint8Array
}

export type OnnxFile = {
  /** SHA-256 of the steps of the graph: the same steps compute the same from their constants. */
  readonly stepsSha256: string
  readonly constants: ReadonlyMap<string, GraphConstant>
}

/** Numbers of the fields that are read, as in onnx.proto. */
const MODEL = { graph: 7 } as const
const GRAPH = { node: 1, initializer: 5 } as const
const TENSOR = { dims: 1, dataType: 2, name: 8, rawData: 9 } as const
const TAG_BITS = 3
const LENGTH_DELIMITED = 2

/** Calls `read` at each field of a message; what it does not read (false) is left out. */
const readFields = (
  reader: protobuf.Reader,
  end: number,
  read: (field: number, wireType: number) => boolean,
): void => {
  while (reader.pos < end) {
    const tag = reader.uint32()
    const wireType = tag & ((1 << TAG_BITS) - 1)
    if (!read(tag >>> TAG_BITS, wireType)) reader.skipType(wireType)
  }
}

const readConstant = (bytes: Uint8Array): readonly [string, GraphConstant] => {
  const reader = protobuf.Reader.create(bytes)
  const dimensions: number[] = []
  let name = ''
  let type = 0
  let raw: Uint8Array = new Uint8Array(0)
  readFields(reader, bytes.length, (field, wireType) => {
    if (field === TENSOR.dims && wireType === LENGTH_DELIMITED)
      for (const end = reader.uint32() + reader.pos; reader.pos < end;)
        dimensions.push(Number(reader.int64()))
    else if (field === TENSOR.dims) dimensions.push(Number(reader.int64()))
    else if (field === TENSOR.dataType) type = reader.int32()
    else if (field === TENSOR.name) name = reader.string()
    else if (field === TENSOR.rawData) raw = reader.bytes()
    else return false
    return true
  })
  return [name, { type, dimensions, bytes: raw }]
}

/** Throws a RangeError or an Error of the reader for what is no message. */
export const readOnnxFile = (bytes: Uint8Array): OnnxFile => {
  const steps = createHash('sha256')
  const constants = new Map<string, GraphConstant>()
  const model = protobuf.Reader.create(bytes)
  readFields(model, bytes.length, (field) => {
    if (field !== MODEL.graph) return false
    const end = model.uint32() + model.pos
    readFields(model, end, (part) => {
      if (part === GRAPH.node) steps.update(model.bytes())
      else if (part === GRAPH.initializer) constants.set(...readConstant(model.bytes()))
      else return false
      return true
    })
    return true
  })
  return { stepsSha256: steps.digest('hex'), constants }
}
