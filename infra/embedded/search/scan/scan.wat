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

  ;; In how many bits the query and each row of `bytes` bytes (a multiple of 16) differ, as i32.
  (func (export "distances")
    (param $count i32) (param $query i32) (param $row i32) (param $bytes i32) (param $out i32)
    (local $outEnd i32) (local $at i32) (local $end i32) (local $sum v128)
    (local.set $outEnd (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $out) (local.get $outEnd)))
        (local.set $end (i32.add (local.get $row) (local.get $bytes)))
        (local.set $at (local.get $query))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (loop $next16
          (local.set $sum (i16x8.add (local.get $sum)
            (i16x8.extadd_pairwise_i8x16_u
              (i8x16.popcnt (v128.xor (v128.load (local.get $row)) (v128.load (local.get $at)))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (local.set $row (i32.add (local.get $row) (i32.const 16)))
          (br_if $next16 (i32.lt_u (local.get $row) (local.get $end))))
        (local.set $sum (i32x4.extadd_pairwise_i16x8_u (local.get $sum)))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $nextRow))))

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
    (local $listEnd i32) (local $row i32) (local $at i32) (local $lowerAt i32) (local $end i32)
    (local $upper v128) (local $lower v128) (local $eight v128)
    (local.set $listEnd (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $list) (local.get $listEnd)))
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
        (br $nextRow))))
)
