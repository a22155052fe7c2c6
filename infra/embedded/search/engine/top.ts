/** Slots from best to worst, with their scores. */
export type Ranking = {
  readonly slots: Int32Array
  readonly scores: Float64Array<ArrayBuffer>
}

/**
 * Whether the first slot ranks before the second when their scores are equal. It is a total order.
 */
export type TieOrder = (first: number, second: number) => boolean

/** Shorter ranges are sorted by insertion. */
const INSERTION_SORT_LENGTH = 12

/**
 * Keeps the best `depth` of the entries it is offered. Offers collect in a buffer of twice the
 * depth; when it is full, the worse half is dropped. An offer costs a few steps, while a heap would
 * need a dozen.
 */
export class Top {
  readonly #depth: number
  readonly #before: TieOrder
  readonly #scores: Float64Array<ArrayBuffer>
  readonly #slots: Int32Array
  #size = 0
  /** Lower scores are ignored. */
  #bar: number

  constructor(depth: number, before: TieOrder) {
    this.#depth = depth
    this.#before = before
    this.#scores = new Float64Array(2 * depth)
    this.#slots = new Int32Array(2 * depth)
    this.#bar = depth === 0 ? Infinity : -Infinity
  }

  offer(score: number, slot: number): void {
    if (!(score >= this.#bar)) return
    this.#scores[this.#size] = score
    this.#slots[this.#size++] = slot
    if (this.#size === 2 * this.#depth) this.#dropWorseHalf()
  }

  /** Score of the worst entry kept; -Infinity while there is room. */
  threshold(): number {
    if (this.#depth === 0) return Infinity
    if (this.#size < this.#depth) return -Infinity
    this.#dropWorseHalf()
    return this.#bar
  }

  /** Returns the entries kept, best first. */
  ranking(): Ranking {
    if (this.#size > this.#depth) this.#dropWorseHalf()
    this.#sort(0, this.#size - 1)
    return { slots: this.#slots.slice(0, this.#size), scores: this.#scores.slice(0, this.#size) }
  }

  /** Breaks ties only where they decide who is kept: most scores are read without their slots. */
  #dropWorseHalf(): void {
    const last = this.#depth - 1
    this.#select(0, this.#size - 1, last, (from, to) => this.#partitionByScore(from, to))
    this.#bar = this.#scores[last] ?? this.#bar
    const kept = this.#gatherBar(0, this.#depth, 'last')
    const dropped = this.#gatherBar(this.#depth, this.#size, 'first')
    if (dropped > 0)
      this.#select(this.#depth - kept, this.#depth + dropped - 1, last, (from, to) =>
        this.#partition(from, to),
      )
    this.#size = this.#depth
  }

  /** Puts the entry that belongs at `index` there, the better ones before and the others behind. */
  #select(
    from: number,
    to: number,
    index: number,
    partition: (from: number, to: number) => number,
  ): void {
    let low = from
    let high = to
    while (high - low >= INSERTION_SORT_LENGTH) {
      const middle = partition(low, high)
      if (index <= middle) high = middle
      else low = middle + 1
    }
    this.#insertionSort(low, high)
  }

  /** Moves the entries whose score is the bar to one side of a range; returns how many they are. */
  #gatherBar(from: number, to: number, side: 'first' | 'last'): number {
    const scores = this.#scores
    const bar = this.#bar
    let count = 0
    if (side === 'first') {
      for (let at = from; at < to; at++) if (scores[at] === bar) this.#swap(at, from + count++)
    } else
      for (let at = to - 1; at >= from; at--)
        if (scores[at] === bar) this.#swap(at, to - 1 - count++)
    return count
  }

  #sort(from: number, to: number): void {
    let low = from
    let high = to
    while (high - low >= INSERTION_SORT_LENGTH) {
      const middle = this.#partition(low, high)
      // Recurse into the shorter side first, to keep the recursion shallow.
      if (middle - low < high - middle) {
        this.#sort(low, middle)
        low = middle + 1
      } else {
        this.#sort(middle + 1, high)
        high = middle
      }
    }
    this.#insertionSort(low, high)
  }

  /**
   * Hoare's partition around the middle element: better entries end up at or left of the index
   * returned.
   */
  #partition(from: number, to: number): number {
    const scores = this.#scores
    const slots = this.#slots
    const middle = (from + to) >> 1
    const score = scores[middle] ?? 0
    const slot = slots[middle] ?? 0
    let left = from - 1
    let right = to + 1
    for (;;) {
      do left++
      while (this.#isBetter(left, score, slot))
      do right--
      while (this.#isWorse(right, score, slot))
      if (left >= right) return right
      this.#swap(left, right)
    }
  }

  /** The same, where entries with equal scores may be on both sides. */
  #partitionByScore(from: number, to: number): number {
    const scores = this.#scores
    const score = scores[(from + to) >> 1] ?? 0
    let left = from - 1
    let right = to + 1
    for (;;) {
      do left++
      while ((scores[left] ?? 0) > score)
      do right--
      while ((scores[right] ?? 0) < score)
      if (left >= right) return right
      this.#swap(left, right)
    }
  }

  #insertionSort(from: number, to: number): void {
    const scores = this.#scores
    const slots = this.#slots
    for (let next = from + 1; next <= to; next++) {
      const score = scores[next] ?? 0
      const slot = slots[next] ?? 0
      let at = next
      for (; at > from && this.#isWorse(at - 1, score, slot); at--) {
        scores[at] = scores[at - 1] ?? 0
        slots[at] = slots[at - 1] ?? 0
      }
      scores[at] = score
      slots[at] = slot
    }
  }

  #isBetter(index: number, score: number, slot: number): boolean {
    const other = this.#scores[index] ?? 0
    return other === score ? this.#isBefore(this.#slots[index] ?? 0, slot) : other > score
  }

  #isWorse(index: number, score: number, slot: number): boolean {
    const other = this.#scores[index] ?? 0
    return other === score ? this.#isBefore(slot, this.#slots[index] ?? 0) : other < score
  }

  #isBefore(first: number, second: number): boolean {
    return first !== second && this.#before(first, second)
  }

  #swap(first: number, second: number): void {
    const score = this.#scores[first] ?? 0
    const slot = this.#slots[first] ?? 0
    this.#scores[first] = this.#scores[second] ?? 0
    this.#slots[first] = this.#slots[second] ?? 0
    this.#scores[second] = score
    this.#slots[second] = slot
  }
}
