# A mind of a few lines: it calls the first tool that is allowed, with the first choice of every field that is required.
awk '{
    match($0, /"allowed":\["[^"]*"/)
    tool = substr($0, RSTART + 12, RLENGTH - 13)
    schema = substr($0, index($0, "{\"name\":\"" tool "\""))
    schema = substr(schema, index(schema, "\"schema\":"))
    if (match(substr(schema, 2), /\{"name":"/)) schema = substr(schema, 1, RSTART)
    required = match(schema, /"required":\[[^]]*\]/) ? substr(schema, RSTART + 12, RLENGTH - 13) : ""
    answer = ""
    count = split(required, fields, ",")
    for (i = 1; i <= count; i++) {
        of = substr(schema, index(schema, fields[i] ":{"))
        of = substr(of, 1, match(of, /\}/))
        value = match(of, /"enum":\["[^"]*"/) ? substr(of, RSTART + 8, RLENGTH - 8) : "\"Good evening.\""
        if (match(of, /"const":"[^"]*"/)) value = substr(of, RSTART + 8, RLENGTH - 8)
        answer = answer (i > 1 ? "," : "") fields[i] ":" value
    }
    printf "{\"call\":{\"name\":\"%s\",\"arguments\":{%s}}}\n", tool, answer
}'
