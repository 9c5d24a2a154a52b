# What a report shows.

report-run = Audit of
figure-intervals = Each thin line is an interval: it holds the true value about 95 times in 100.
