;; Sums of coded rows. A row is `codesOfRow` bytes, a multiple of 8; each names a point, which stands for two or three f32.
;; The n-th chosen row begins `firsts[n]` bytes behind `codes` and counts `scales[n]` times (f32). Sums are f32; a number is
;; added up in the order of the rows, and then to what `sum` has.
(module
  (import "rows" "memory" (memory 1))

  ;; Points of two numbers, 8 bytes each.
  (func (export "addPairs")
    (param $firsts i32) (param $scales i32) (param $count i32)
    (param $codes i32) (param $codesOfRow i32) (param $points i32) (param $sum i32)
    (local $firstsEnd i32) (local $codesEnd i32) (local $first i32) (local $scaleAt i32) (local $at i32)
    (local $scale v128) (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (local.set $firstsEnd (i32.add (local.get $firsts) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $codesEnd (i32.add (local.get $codes) (local.get $codesOfRow)))
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $nextEight
        (br_if $done (i32.ge_u (local.get $codes) (local.get $codesEnd)))
        (local.set $sum0 (v128.const i32x4 0 0 0 0))
        (local.set $sum1 (v128.const i32x4 0 0 0 0))
        (local.set $sum2 (v128.const i32x4 0 0 0 0))
        (local.set $sum3 (v128.const i32x4 0 0 0 0))
        (local.set $first (local.get $firsts))
        (local.set $scaleAt (local.get $scales))
        (loop $nextRow
          (local.set $at (i32.add (local.get $codes) (i32.load (local.get $first))))
          (local.set $scale (v128.load32_splat (local.get $scaleAt)))
          (local.set $sum0
            (f32x4.add (local.get $sum0)
              (f32x4.mul (local.get $scale)
                (v128.load64_lane 1
                  (i32.add (local.get $points) (i32.shl (i32.load8_u offset=1 (local.get $at)) (i32.const 3)))
                  (v128.load64_zero
                    (i32.add (local.get $points) (i32.shl (i32.load8_u (local.get $at)) (i32.const 3))))))))
          (local.set $sum1
            (f32x4.add (local.get $sum1)
              (f32x4.mul (local.get $scale)
                (v128.load64_lane 1
                  (i32.add (local.get $points) (i32.shl (i32.load8_u offset=3 (local.get $at)) (i32.const 3)))
                  (v128.load64_zero
                    (i32.add (local.get $points) (i32.shl (i32.load8_u offset=2 (local.get $at)) (i32.const 3))))))))
          (local.set $sum2
            (f32x4.add (local.get $sum2)
              (f32x4.mul (local.get $scale)
                (v128.load64_lane 1
                  (i32.add (local.get $points) (i32.shl (i32.load8_u offset=5 (local.get $at)) (i32.const 3)))
                  (v128.load64_zero
                    (i32.add (local.get $points) (i32.shl (i32.load8_u offset=4 (local.get $at)) (i32.const 3))))))))
          (local.set $sum3
            (f32x4.add (local.get $sum3)
              (f32x4.mul (local.get $scale)
                (v128.load64_lane 1
                  (i32.add (local.get $points) (i32.shl (i32.load8_u offset=7 (local.get $at)) (i32.const 3)))
                  (v128.load64_zero
                    (i32.add (local.get $points) (i32.shl (i32.load8_u offset=6 (local.get $at)) (i32.const 3))))))))
          (local.set $scaleAt (i32.add (local.get $scaleAt) (i32.const 4)))
          (local.set $first (i32.add (local.get $first) (i32.const 4)))
          (br_if $nextRow (i32.lt_u (local.get $first) (local.get $firstsEnd))))
        (v128.store (local.get $sum) (f32x4.add (v128.load (local.get $sum)) (local.get $sum0)))
        (v128.store offset=16 (local.get $sum) (f32x4.add (v128.load offset=16 (local.get $sum)) (local.get $sum1)))
        (v128.store offset=32 (local.get $sum) (f32x4.add (v128.load offset=32 (local.get $sum)) (local.get $sum2)))
        (v128.store offset=48 (local.get $sum) (f32x4.add (v128.load offset=48 (local.get $sum)) (local.get $sum3)))
        (local.set $sum (i32.add (local.get $sum) (i32.const 64)))
        (local.set $codes (i32.add (local.get $codes) (i32.const 8)))
        (br $nextEight))))

  ;; Points of three numbers and a nought, 16 bytes each. What is stored reaches one number farther than the row.
  (func (export "addTriples")
    (param $firsts i32) (param $scales i32) (param $count i32)
    (param $codes i32) (param $codesOfRow i32) (param $points i32) (param $sum i32)
    (local $firstsEnd i32) (local $codesEnd i32) (local $first i32) (local $scaleAt i32) (local $at i32)
    (local $scale v128) (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128) (local $sum4 v128) (local $sum5 v128) (local $sum6 v128) (local $sum7 v128)
    (local.set $firstsEnd (i32.add (local.get $firsts) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $codesEnd (i32.add (local.get $codes) (local.get $codesOfRow)))
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $nextEight
        (br_if $done (i32.ge_u (local.get $codes) (local.get $codesEnd)))
        (local.set $sum0 (v128.const i32x4 0 0 0 0))
        (local.set $sum1 (v128.const i32x4 0 0 0 0))
        (local.set $sum2 (v128.const i32x4 0 0 0 0))
        (local.set $sum3 (v128.const i32x4 0 0 0 0))
        (local.set $sum4 (v128.const i32x4 0 0 0 0))
        (local.set $sum5 (v128.const i32x4 0 0 0 0))
        (local.set $sum6 (v128.const i32x4 0 0 0 0))
        (local.set $sum7 (v128.const i32x4 0 0 0 0))
        (local.set $first (local.get $firsts))
        (local.set $scaleAt (local.get $scales))
        (loop $nextRow
          (local.set $at (i32.add (local.get $codes) (i32.load (local.get $first))))
          (local.set $scale (v128.load32_splat (local.get $scaleAt)))
          (local.set $sum0
            (f32x4.add (local.get $sum0)
              (f32x4.mul (local.get $scale)
                (v128.load (i32.add (local.get $points) (i32.shl (i32.load8_u (local.get $at)) (i32.const 4)))))))
          (local.set $sum1
            (f32x4.add (local.get $sum1)
              (f32x4.mul (local.get $scale)
                (v128.load (i32.add (local.get $points) (i32.shl (i32.load8_u offset=1 (local.get $at)) (i32.const 4)))))))
          (local.set $sum2
            (f32x4.add (local.get $sum2)
              (f32x4.mul (local.get $scale)
                (v128.load (i32.add (local.get $points) (i32.shl (i32.load8_u offset=2 (local.get $at)) (i32.const 4)))))))
          (local.set $sum3
            (f32x4.add (local.get $sum3)
              (f32x4.mul (local.get $scale)
                (v128.load (i32.add (local.get $points) (i32.shl (i32.load8_u offset=3 (local.get $at)) (i32.const 4)))))))
          (local.set $sum4
            (f32x4.add (local.get $sum4)
              (f32x4.mul (local.get $scale)
                (v128.load (i32.add (local.get $points) (i32.shl (i32.load8_u offset=4 (local.get $at)) (i32.const 4)))))))
          (local.set $sum5
            (f32x4.add (local.get $sum5)
              (f32x4.mul (local.get $scale)
                (v128.load (i32.add (local.get $points) (i32.shl (i32.load8_u offset=5 (local.get $at)) (i32.const 4)))))))
          (local.set $sum6
            (f32x4.add (local.get $sum6)
              (f32x4.mul (local.get $scale)
                (v128.load (i32.add (local.get $points) (i32.shl (i32.load8_u offset=6 (local.get $at)) (i32.const 4)))))))
          (local.set $sum7
            (f32x4.add (local.get $sum7)
              (f32x4.mul (local.get $scale)
                (v128.load (i32.add (local.get $points) (i32.shl (i32.load8_u offset=7 (local.get $at)) (i32.const 4)))))))
          (local.set $scaleAt (i32.add (local.get $scaleAt) (i32.const 4)))
          (local.set $first (i32.add (local.get $first) (i32.const 4)))
          (br_if $nextRow (i32.lt_u (local.get $first) (local.get $firstsEnd))))
        (v128.store (local.get $sum) (f32x4.add (v128.load (local.get $sum)) (local.get $sum0)))
        (v128.store offset=12 (local.get $sum) (f32x4.add (v128.load offset=12 (local.get $sum)) (local.get $sum1)))
        (v128.store offset=24 (local.get $sum) (f32x4.add (v128.load offset=24 (local.get $sum)) (local.get $sum2)))
        (v128.store offset=36 (local.get $sum) (f32x4.add (v128.load offset=36 (local.get $sum)) (local.get $sum3)))
        (v128.store offset=48 (local.get $sum) (f32x4.add (v128.load offset=48 (local.get $sum)) (local.get $sum4)))
        (v128.store offset=60 (local.get $sum) (f32x4.add (v128.load offset=60 (local.get $sum)) (local.get $sum5)))
        (v128.store offset=72 (local.get $sum) (f32x4.add (v128.load offset=72 (local.get $sum)) (local.get $sum6)))
        (v128.store offset=84 (local.get $sum) (f32x4.add (v128.load offset=84 (local.get $sum)) (local.get $sum7)))
        (local.set $sum (i32.add (local.get $sum) (i32.const 96)))
        (local.set $codes (i32.add (local.get $codes) (i32.const 8)))
        (br $nextEight))))
)
