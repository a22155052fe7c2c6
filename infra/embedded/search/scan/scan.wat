;; The inner loops of the semantic ranking. Rows lie one after the other in the imported memory; a list of row
;; numbers says which ones to read, so that a filter costs nothing for the rows it leaves out.
(module
  (import "rows" "memory" (memory 1 65536 shared))

  ;; Bounds of the similarity between the query and each listed row of int8 codes.
  ;; A row is `lanes` codes (a multiple of 16), then its scale and its residual as f32; `stride` bytes in all.
  ;; The query is `lanes` int16 values. For the n-th listed row, `out` gets an upper and a lower bound as f32:
  ;;   codes . query * scale * queryScale  +/-  (residual + slack)
  ;; The caller chooses the range of the query so that a sum of products fits in 32 bits.
  (func (export "bounds")
    (param $list i32) (param $count i32) (param $query i32) (param $rows i32)
    (param $stride i32) (param $lanes i32) (param $queryScale f32) (param $slack f32) (param $out i32)
    (local $listEnd i32) (local $block i32) (local $blockEnd i32)
    (local $row i32) (local $at i32) (local $end i32) (local $touched i32)
    (local $sum v128) (local $sum2 v128) (local $similarity f32) (local $error f32)
    (local.set $listEnd (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $nextBlock
        (br_if $done (i32.ge_u (local.get $list) (local.get $listEnd)))
        ;; 64 rows are read ahead, one load a cache line: these loads wait for memory side by side, those of the sums
        ;; below would wait one after the other.
        (local.set $blockEnd (i32.add (local.get $list) (i32.const 256)))
        (if (i32.gt_u (local.get $blockEnd) (local.get $listEnd))
          (then (local.set $blockEnd (local.get $listEnd))))
        (local.set $block (local.get $list))
        (loop $touchRow
          (local.set $row
            (i32.add (local.get $rows) (i32.mul (i32.load (local.get $block)) (local.get $stride))))
          (local.set $end (i32.add (local.get $row) (local.get $stride)))
          (loop $touchLine
            (local.set $touched (i32.or (local.get $touched) (i32.load (local.get $row))))
            (local.set $row (i32.add (local.get $row) (i32.const 64)))
            (br_if $touchLine (i32.lt_u (local.get $row) (local.get $end))))
          (local.set $block (i32.add (local.get $block) (i32.const 4)))
          (br_if $touchRow (i32.lt_u (local.get $block) (local.get $blockEnd))))
        (loop $nextRow
          (local.set $row
            (i32.add (local.get $rows) (i32.mul (i32.load (local.get $list)) (local.get $stride))))
          (local.set $end (i32.add (local.get $row) (local.get $lanes)))
          (local.set $at (local.get $query))
          (local.set $sum (v128.const i32x4 0 0 0 0))
          (local.set $sum2 (v128.const i32x4 0 0 0 0))
          (loop $next16
            (local.set $sum (i32x4.add (local.get $sum)
              (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $row)) (v128.load (local.get $at)))))
            (local.set $sum2 (i32x4.add (local.get $sum2)
              (i32x4.dot_i16x8_s
                (v128.load8x8_s offset=8 (local.get $row)) (v128.load offset=16 (local.get $at)))))
            (local.set $at (i32.add (local.get $at) (i32.const 32)))
            (local.set $row (i32.add (local.get $row) (i32.const 16)))
            (br_if $next16 (i32.lt_u (local.get $row) (local.get $end))))
          (local.set $sum (i32x4.add (local.get $sum) (local.get $sum2)))
          (local.set $similarity
            (f32.mul
              (f32.convert_i32_s
                (i32.add
                  (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
                  (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
              (f32.mul (f32.load (local.get $end)) (local.get $queryScale))))
          (local.set $error (f32.add (f32.load offset=4 (local.get $end)) (local.get $slack)))
          (f32.store (local.get $out) (f32.add (local.get $similarity) (local.get $error)))
          (f32.store offset=4 (local.get $out) (f32.sub (local.get $similarity) (local.get $error)))
          (local.set $out (i32.add (local.get $out) (i32.const 8)))
          (local.set $list (i32.add (local.get $list) (i32.const 4)))
          (br_if $nextRow (i32.lt_u (local.get $list) (local.get $blockEnd))))
        (br $nextBlock)))
    ;; The first word of memory is nobody's: it only keeps the reads above from being left out.
    (i32.store (i32.const 0) (local.get $touched)))

  ;; How far each row is from the query, by sketches. Sketches lie in blocks of 16 rows: the first byte of each, then the
  ;; second of each, and so on for `bytes` bytes, a multiple of 4. For each byte of a sketch `table` has 32 bytes: what each
  ;; value of its lower half adds to the sum, and what each value of its upper half adds, at most 31, so that eight of them
  ;; fit in a byte; a whole sum is below 65536. `out` gets a uint16 a row: the sum without its last `shift` bits, or 65535
  ;; for a row whose byte of `hidden` is 255 instead of 0. All of a last block that `count` begins is read and written.
  (func (export "distances")
    (param $count i32) (param $table i32) (param $hidden i32) (param $row i32) (param $bytes i32) (param $shift i32)
    (param $out i32)
    (local $hiddenEnd i32) (local $at i32) (local $end i32)
    (local $hide v128) (local $half v128) (local $values v128) (local $sums v128) (local $even v128) (local $odd v128)
    (local.set $half (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))
    (local.set $hiddenEnd (i32.add (local.get $hidden) (local.get $count)))
    (block $done
      (loop $nextBlock
        (br_if $done (i32.ge_u (local.get $hidden) (local.get $hiddenEnd)))
        (local.set $hide (v128.load (local.get $hidden)))
        (local.set $end (i32.add (local.get $row) (i32.shl (local.get $bytes) (i32.const 4))))
        (if (i8x16.all_true (local.get $hide))
          (then
            (local.set $row (local.get $end))
            (v128.store (local.get $out) (v128.const i32x4 -1 -1 -1 -1))
            (v128.store offset=16 (local.get $out) (v128.const i32x4 -1 -1 -1 -1)))
          (else
            (local.set $at (local.get $table))
            ;; Sums of the even rows with what spills over from the odd ones, and of the odd rows alone.
            (local.set $even (v128.const i32x4 0 0 0 0))
            (local.set $odd (v128.const i32x4 0 0 0 0))
            (loop $nextFour
              (local.set $values (v128.load (local.get $row)))
              (local.set $sums
                (i8x16.add
                  (i8x16.swizzle (v128.load (local.get $at)) (v128.and (local.get $values) (local.get $half)))
                  (i8x16.swizzle (v128.load offset=16 (local.get $at))
                    (v128.and (i16x8.shr_u (local.get $values) (i32.const 4)) (local.get $half)))))
              (local.set $values (v128.load offset=16 (local.get $row)))
              (local.set $sums
                (i8x16.add (local.get $sums)
                  (i8x16.add
                    (i8x16.swizzle (v128.load offset=32 (local.get $at)) (v128.and (local.get $values) (local.get $half)))
                    (i8x16.swizzle (v128.load offset=48 (local.get $at))
                      (v128.and (i16x8.shr_u (local.get $values) (i32.const 4)) (local.get $half))))))
              (local.set $values (v128.load offset=32 (local.get $row)))
              (local.set $sums
                (i8x16.add (local.get $sums)
                  (i8x16.add
                    (i8x16.swizzle (v128.load offset=64 (local.get $at)) (v128.and (local.get $values) (local.get $half)))
                    (i8x16.swizzle (v128.load offset=80 (local.get $at))
                      (v128.and (i16x8.shr_u (local.get $values) (i32.const 4)) (local.get $half))))))
              (local.set $values (v128.load offset=48 (local.get $row)))
              (local.set $sums
                (i8x16.add (local.get $sums)
                  (i8x16.add
                    (i8x16.swizzle (v128.load offset=96 (local.get $at)) (v128.and (local.get $values) (local.get $half)))
                    (i8x16.swizzle (v128.load offset=112 (local.get $at))
                      (v128.and (i16x8.shr_u (local.get $values) (i32.const 4)) (local.get $half))))))
              (local.set $even (i16x8.add (local.get $even) (local.get $sums)))
              (local.set $odd (i16x8.add (local.get $odd) (i16x8.shr_u (local.get $sums) (i32.const 8))))
              (local.set $at (i32.add (local.get $at) (i32.const 128)))
              (local.set $row (i32.add (local.get $row) (i32.const 64)))
              (br_if $nextFour (i32.lt_u (local.get $row) (local.get $end))))
            (local.set $even
              (i16x8.shr_u
                (i16x8.sub (local.get $even) (i16x8.shl (local.get $odd) (i32.const 8)))
                (local.get $shift)))
            (local.set $odd (i16x8.shr_u (local.get $odd) (local.get $shift)))
            (v128.store (local.get $out)
              (v128.or
                (i16x8.extend_low_i8x16_s (local.get $hide))
                (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $even) (local.get $odd))))
            (v128.store offset=16 (local.get $out)
              (v128.or
                (i16x8.extend_high_i8x16_s (local.get $hide))
                (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $even) (local.get $odd))))))
        (local.set $hidden (i32.add (local.get $hidden) (i32.const 16)))
        (local.set $out (i32.add (local.get $out) (i32.const 32)))
        (br $nextBlock))))

  ;; Chooses rows by their distances, `count` of uint16: writes the numbers of those that are no farther away than the
  ;; `wanted`-th nearest into `near`, ascending, and returns how many they are. `counts` are zeros, a uint32 for each distance
  ;; up to `bar`; rows that are farther away than `bar` are never chosen. The bar is lowered while rows are counted, so that
  ;; few of them are looked at one by one. Distances behind the last are read, up to seven, and must be above `bar`.
  (func (export "near")
    (param $count i32) (param $wanted i32) (param $distances i32) (param $counts i32) (param $bar i32) (param $near i32)
    (result i32)
    (local $at i32) (local $end i32) (local $bits i32) (local $one i32) (local $kept i32) (local $fewer i32)
    (local $bars v128) (local $nearEnd i32)
    (local.set $end (i32.add (local.get $distances) (i32.shl (local.get $count) (i32.const 1))))
    (local.set $at (local.get $distances))
    (local.set $bars (i16x8.splat (local.get $bar)))
    (block $counted
      (loop $nextEight
        (br_if $counted (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $bits (i16x8.bitmask (i16x8.le_u (v128.load (local.get $at)) (local.get $bars))))
        (if (local.get $bits)
          (then
            (loop $nextBit
              (local.set $one
                (i32.add (local.get $counts)
                  (i32.shl
                    (i32.load16_u
                      (i32.add (local.get $at) (i32.shl (i32.ctz (local.get $bits)) (i32.const 1))))
                    (i32.const 2))))
              (i32.store (local.get $one) (i32.add (i32.load (local.get $one)) (i32.const 1)))
              (local.set $kept (i32.add (local.get $kept) (i32.const 1)))
              (local.set $bits
                (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
              (br_if $nextBit (local.get $bits)))
            (block $lowered
              (loop $nextBar
                (br_if $lowered (i32.eqz (local.get $bar)))
                (local.set $fewer
                  (i32.sub (local.get $kept)
                    (i32.load (i32.add (local.get $counts) (i32.shl (local.get $bar) (i32.const 2))))))
                (br_if $lowered (i32.lt_u (local.get $fewer) (local.get $wanted)))
                (local.set $kept (local.get $fewer))
                (local.set $bar (i32.sub (local.get $bar) (i32.const 1)))
                (br $nextBar)))
            (local.set $bars (i16x8.splat (local.get $bar)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $nextEight)))
    (local.set $nearEnd (local.get $near))
    (local.set $at (local.get $distances))
    (block $chosen
      (loop $nextEight
        (br_if $chosen (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $bits (i16x8.bitmask (i16x8.le_u (v128.load (local.get $at)) (local.get $bars))))
        (if (local.get $bits)
          (then
            (local.set $one (i32.shr_u (i32.sub (local.get $at) (local.get $distances)) (i32.const 1)))
            (loop $nextBit
              (i32.store (local.get $nearEnd) (i32.add (local.get $one) (i32.ctz (local.get $bits))))
              (local.set $nearEnd (i32.add (local.get $nearEnd) (i32.const 4)))
              (local.set $bits
                (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
              (br_if $nextBit (local.get $bits)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $nextEight)))
    (i32.shr_u (i32.sub (local.get $nearEnd) (local.get $near)) (i32.const 2)))

  ;; The bounds of each group of listed rows: the largest upper and the largest lower bound of its rows. The n-th group has
  ;; the rows from starts[n] up to starts[n + 1] (exclusive), at least one.
  (func (export "best")
    (param $starts i32) (param $count i32) (param $bounds i32) (param $best i32)
    (local $startsEnd i32) (local $at i32) (local $end i32) (local $most v128)
    (local.set $startsEnd (i32.add (local.get $starts) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $at (local.get $bounds))
    (block $done
      (loop $nextGroup
        (br_if $done (i32.ge_u (local.get $starts) (local.get $startsEnd)))
        (local.set $end
          (i32.add (local.get $bounds) (i32.shl (i32.load offset=4 (local.get $starts)) (i32.const 3))))
        (local.set $most (v128.load64_zero (local.get $at)))
        (loop $nextRow
          (local.set $most (f32x4.pmax (local.get $most) (v128.load64_zero (local.get $at))))
          (local.set $at (i32.add (local.get $at) (i32.const 8)))
          (br_if $nextRow (i32.lt_u (local.get $at) (local.get $end))))
        (v128.store64_lane 0 (local.get $best) (local.get $most))
        (local.set $best (i32.add (local.get $best) (i32.const 8)))
        (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
        (br $nextGroup))))

  ;; Two sums of products of each chosen row of `lanes` int8 codes (a multiple of 16, `stride` bytes from row to row): with
  ;; the upper parts of the query, `lanes` int16 values, and with the lower parts, as many behind them. Both as i32.
  (func (export "products")
    (param $list i32) (param $count i32) (param $query i32) (param $rows i32) (param $stride i32) (param $lanes i32)
    (param $out i32)
    (local $listEnd i32) (local $block i32) (local $blockEnd i32) (local $touched i32)
    (local $row i32) (local $at i32) (local $lowerAt i32) (local $end i32)
    (local $upper v128) (local $lower v128) (local $eight v128)
    (local.set $listEnd (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $list) (local.get $listEnd)))
        ;; Rows are read ahead as in `bounds`.
        (if (i32.ge_u (local.get $list) (local.get $blockEnd))
          (then
            (local.set $block (local.get $list))
            (local.set $blockEnd (i32.add (local.get $list) (i32.const 128)))
            (if (i32.gt_u (local.get $blockEnd) (local.get $listEnd))
              (then (local.set $blockEnd (local.get $listEnd))))
            (loop $touchRow
              (local.set $row
                (i32.add (local.get $rows) (i32.mul (i32.load (local.get $block)) (local.get $stride))))
              (local.set $end (i32.add (local.get $row) (local.get $lanes)))
              (loop $touchLine
                (local.set $touched (i32.or (local.get $touched) (i32.load (local.get $row))))
                (local.set $row (i32.add (local.get $row) (i32.const 64)))
                (br_if $touchLine (i32.lt_u (local.get $row) (local.get $end))))
              (local.set $block (i32.add (local.get $block) (i32.const 4)))
              (br_if $touchRow (i32.lt_u (local.get $block) (local.get $blockEnd))))))
        (local.set $row
          (i32.add (local.get $rows) (i32.mul (i32.load (local.get $list)) (local.get $stride))))
        (local.set $end (i32.add (local.get $row) (local.get $lanes)))
        (local.set $at (local.get $query))
        (local.set $lowerAt (i32.add (local.get $query) (i32.shl (local.get $lanes) (i32.const 1))))
        (local.set $upper (v128.const i32x4 0 0 0 0))
        (local.set $lower (v128.const i32x4 0 0 0 0))
        (loop $next16
          (local.set $eight (v128.load8x8_s (local.get $row)))
          (local.set $upper (i32x4.add (local.get $upper)
            (i32x4.dot_i16x8_s (local.get $eight) (v128.load (local.get $at)))))
          (local.set $lower (i32x4.add (local.get $lower)
            (i32x4.dot_i16x8_s (local.get $eight) (v128.load (local.get $lowerAt)))))
          (local.set $eight (v128.load8x8_s offset=8 (local.get $row)))
          (local.set $upper (i32x4.add (local.get $upper)
            (i32x4.dot_i16x8_s (local.get $eight) (v128.load offset=16 (local.get $at)))))
          (local.set $lower (i32x4.add (local.get $lower)
            (i32x4.dot_i16x8_s (local.get $eight) (v128.load offset=16 (local.get $lowerAt)))))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (local.set $lowerAt (i32.add (local.get $lowerAt) (i32.const 32)))
          (local.set $row (i32.add (local.get $row) (i32.const 16)))
          (br_if $next16 (i32.lt_u (local.get $row) (local.get $end))))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $upper)) (i32x4.extract_lane 1 (local.get $upper)))
            (i32.add (i32x4.extract_lane 2 (local.get $upper)) (i32x4.extract_lane 3 (local.get $upper)))))
        (i32.store offset=4 (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $lower)) (i32x4.extract_lane 1 (local.get $lower)))
            (i32.add (i32x4.extract_lane 2 (local.get $lower)) (i32x4.extract_lane 3 (local.get $lower)))))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (br $nextRow)))
    (i32.store (i32.const 0) (local.get $touched)))
)
