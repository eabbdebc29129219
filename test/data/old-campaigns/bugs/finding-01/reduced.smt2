(assert (<= 0 (div 0 0)))
