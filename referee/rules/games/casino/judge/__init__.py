"""The judge of plays in games with builds, step by step: *may I do that?* (#turn)"""
